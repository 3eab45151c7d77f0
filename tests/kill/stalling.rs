//! The real disk with folders that stall: operations below them wait.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};

use storage::{Disk, DiskFile, FileMetadata, LockGuard, RealDisk};

/// A flag that the disk stalls, with a notification when it continues.
#[derive(Clone, Debug, Default)]
pub struct Stall(Arc<(Mutex<bool>, Condvar)>);

impl Stall {
    pub fn set(&self, stalls: bool) {
        *self.0.0.lock().expect("no test panics in here") = stalls;
        self.0.1.notify_all();
    }

    fn wait(&self) {
        let mut stalls = self.0.0.lock().expect("no test panics in here");
        while *stalls {
            stalls = self.0.1.wait(stalls).expect("no test panics in here");
        }
    }
}

/// The real disk, on which everything below some folders stalls.
#[derive(Debug)]
pub struct StallingDisk {
    pub below: Vec<PathBuf>,
    pub stall: Stall,
}

impl StallingDisk {
    fn stalls(&self, path: &Path) -> bool {
        self.below.iter().any(|below| path.starts_with(below))
    }

    fn pass(&self, path: &Path) -> RealDisk {
        if self.stalls(path) {
            self.stall.wait();
        }
        RealDisk
    }

    fn file(&self, path: &Path, file: Box<dyn DiskFile>) -> Box<dyn DiskFile> {
        if self.stalls(path) {
            Box::new(StallingFile { file, stall: self.stall.clone() })
        } else {
            file
        }
    }
}

impl Disk for StallingDisk {
    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.pass(path).metadata(path)
    }

    fn canonical(&self, path: &Path) -> PathBuf {
        RealDisk.canonical(path)
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        self.pass(path).read(path, most)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(self.file(path, self.pass(path).open(path)?))
    }

    fn create(&self, path: &Path, like: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(self.file(path, self.pass(path).create(path, like)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.pass(to).rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.pass(path).remove(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.pass(folder).list(folder)
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.pass(folder).create_folder(folder)
    }

    fn flush_folder(&self, folder: &Path) -> io::Result<()> {
        self.pass(folder).flush_folder(folder)
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn LockGuard>>> {
        self.pass(path).lock(path)
    }
}

struct StallingFile {
    file: Box<dyn DiskFile>,
    stall: Stall,
}

impl DiskFile for StallingFile {
    fn length(&self) -> io::Result<u64> {
        self.stall.wait();
        self.file.length()
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.stall.wait();
        self.file.write_at(at, bytes)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.stall.wait();
        self.file.truncate(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stall.wait();
        self.file.flush()
    }
}
