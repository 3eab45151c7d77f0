//! A disk that behaves as disks may at a power cut: unflushed data is dropped, torn or kept, in any
//! order. It also fails on demand.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use fastrand::Rng;
use storage::{Disk, DiskFile, FileMetadata, LockGuard, Revision};

/// The number of bytes that disks write completely or not at all.
const SECTOR: usize = 512;

/// A failure of the disk from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No failure.
    None,
    /// There is no space: writes stop half-way.
    Full,
    /// Nothing can be changed.
    ReadOnly,
    /// The folder is not there.
    Gone,
    /// Files cannot grow.
    Limit,
    /// Flushing a file fails, and its unflushed data is lost.
    Flush,
    /// Flushing a folder fails.
    FlushFolder,
}

impl Fault {
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::Full,
        Self::ReadOnly,
        Self::Gone,
        Self::Limit,
        Self::Flush,
        Self::FlushFolder,
    ];
}

#[derive(Clone, Debug)]
enum Edit {
    Write { at: usize, bytes: Vec<u8> },
    Cut(usize),
}

impl Edit {
    fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Self::Write { at, bytes } => {
                let end = at + bytes.len();
                if content.len() < end {
                    content.resize(end, 0);
                }
                content[*at..end].copy_from_slice(bytes);
            }
            Self::Cut(length) => content.resize(*length, 0),
        }
    }

    /// Applies the edit as at a power cut: some of its sectors, with or without the new file
    /// length.
    fn apply_torn(&self, content: &mut Vec<u8>, rng: &mut Rng) {
        let Self::Write { at, bytes } = self else {
            if rng.bool() {
                self.apply(content);
            }
            return;
        };
        let mut from = *at;
        let end = at + bytes.len();
        if rng.bool() && content.len() < end {
            content.resize(end, 0);
        }
        while from < end {
            let to = end.min((from / SECTOR + 1) * SECTOR);
            if rng.bool() {
                let part = Self::Write { at: from, bytes: bytes[from - at..to - at].to_vec() };
                part.apply(content);
            }
            from = to;
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Inode {
    now: Vec<u8>,
    /// The content that certainly survives a power cut.
    safe: Vec<u8>,
    /// The edits since then.
    edits: Vec<Edit>,
    /// The number of changes.
    changes: i128,
}

#[derive(Clone, Debug)]
enum Naming {
    Set(PathBuf, usize),
    /// The file gets the new name, whether or not the old one still refers to it.
    Rename(PathBuf, PathBuf, usize),
    Remove(PathBuf),
}

impl Naming {
    fn apply(&self, names: &mut BTreeMap<PathBuf, usize>) {
        match self {
            Self::Set(path, inode) => {
                names.insert(path.clone(), *inode);
            }
            Self::Rename(from, to, inode) => {
                if names.get(from) == Some(inode) {
                    names.remove(from);
                }
                names.insert(to.clone(), *inode);
            }
            Self::Remove(path) => {
                names.remove(path);
            }
        }
    }

    fn folder(&self) -> &Path {
        let (Self::Set(path, _) | Self::Rename(_, path, _) | Self::Remove(path)) = self;
        path.parent().expect("paths are absolute")
    }
}

#[derive(Debug)]
struct State {
    rng: Rng,
    fault: Fault,
    inodes: Vec<Inode>,
    names: BTreeMap<PathBuf, usize>,
    safe_names: BTreeMap<PathBuf, usize>,
    namings: Vec<Naming>,
    /// The number of steps until the power fails.
    power: Option<usize>,
    /// The capacity in bytes.
    room: Option<usize>,
    /// The accesses to files, in order.
    accesses: Vec<Access>,
}

/// An access to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// The simulated disk.
#[derive(Debug)]
pub struct SimulatedDisk(Arc<Mutex<State>>);

fn error(kind: ErrorKind) -> io::Error {
    io::Error::from(kind)
}

impl State {
    /// Counts a step.
    ///
    /// # Errors
    ///
    /// The error of the present fault, or that there is no power.
    fn step(&mut self, changes: bool) -> io::Result<()> {
        match &mut self.power {
            Some(0) => return Err(io::Error::other("no power")),
            Some(left) => *left -= 1,
            None => {}
        }
        match self.fault {
            Fault::Gone => Err(error(ErrorKind::NotFound)),
            Fault::ReadOnly if changes => Err(error(ErrorKind::ReadOnlyFilesystem)),
            Fault::None
            | Fault::Full
            | Fault::ReadOnly
            | Fault::Limit
            | Fault::Flush
            | Fault::FlushFolder => Ok(()),
        }
    }

    fn inode(&self, path: &Path) -> io::Result<usize> {
        self.names.get(path).copied().ok_or_else(|| error(ErrorKind::NotFound))
    }

    fn name(&mut self, naming: Naming) {
        naming.apply(&mut self.names);
        self.namings.push(naming);
    }

    /// Returns how many of `count` bytes, written at `at`, fit on the disk.
    fn room_for(&self, inode: usize, at: usize, count: usize) -> usize {
        let Some(room) = self.room else {
            return count;
        };
        // A file without a name uses no space.
        let used: usize = self.names.values().map(|&at| self.inodes[at].now.len()).sum();
        let there = self.inodes[inode].now.len().saturating_sub(at);
        count.min(there + room.saturating_sub(used))
    }

    fn edit(&mut self, inode: usize, edit: Edit) {
        let inode = &mut self.inodes[inode];
        inode.changes += 1;
        edit.apply(&mut inode.now);
        inode.edits.push(edit);
    }
}

impl SimulatedDisk {
    pub fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(State {
            rng: Rng::with_seed(seed),
            fault: Fault::None,
            inodes: Vec::new(),
            names: BTreeMap::new(),
            safe_names: BTreeMap::new(),
            namings: Vec::new(),
            power: None,
            room: None,
            accesses: Vec::new(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no test panics in here")
    }

    pub fn fail(&self, fault: Fault) {
        self.state().fault = fault;
    }

    /// Limits the capacity for all files together.
    pub fn limit_to(&self, bytes: usize) {
        self.state().room = Some(bytes);
    }

    /// Cuts the power after this many more steps.
    pub fn cut_power_after(&self, steps: usize) {
        self.state().power = Some(steps);
    }

    pub fn has_power(&self) -> bool {
        self.state().power != Some(0)
    }

    /// Cuts the power, if it is still on, and restores it.
    pub fn restart(&self) {
        let state = &mut *self.state();
        let rng = &mut state.rng;
        for inode in &mut state.inodes {
            let mut content = std::mem::take(&mut inode.safe);
            let mut edits = std::mem::take(&mut inode.edits);
            rng.shuffle(&mut edits);
            for edit in edits {
                match rng.u8(0..4) {
                    0 => {}
                    1 => edit.apply(&mut content),
                    _ => edit.apply_torn(&mut content, rng),
                }
            }
            inode.now.clone_from(&content);
            inode.safe = content;
            inode.changes += 1;
        }
        let mut names = std::mem::take(&mut state.safe_names);
        for naming in std::mem::take(&mut state.namings) {
            if rng.bool() {
                naming.apply(&mut names);
            }
        }
        state.names.clone_from(&names);
        state.safe_names = names;
        state.power = None;
        state.fault = Fault::None;
    }

    /// Writes and flushes a file as another program.
    pub fn put(&self, path: &Path, bytes: &[u8]) {
        let state = &mut *self.state();
        let inode = state.inodes.len();
        let (now, safe) = (bytes.to_vec(), bytes.to_vec());
        state.inodes.push(Inode { now, safe, ..Inode::default() });
        state.names.insert(path.to_owned(), inode);
        state.safe_names.insert(path.to_owned(), inode);
        state.namings.retain(|naming| match naming {
            Naming::Set(other, _) | Naming::Rename(_, other, _) | Naming::Remove(other) => {
                other != path
            }
        });
    }

    /// Changes the bytes of a file as another program within one clock tick, so that its revision
    /// stays the same.
    pub fn put_unseen(&self, path: &Path, bytes: &[u8]) {
        let state = &mut *self.state();
        let inode = *state.names.get(path).expect("it is there");
        let inode = &mut state.inodes[inode];
        (inode.now, inode.safe) = (bytes.to_vec(), bytes.to_vec());
    }

    /// Returns the accesses since the last call, in order.
    pub fn accesses(&self) -> Vec<Access> {
        std::mem::take(&mut self.state().accesses)
    }

    /// Returns the present content of a file.
    pub fn content(&self, path: &Path) -> Option<Vec<u8>> {
        let state = self.state();
        let inode = *state.names.get(path)?;
        Some(state.inodes[inode].now.clone())
    }

    /// Returns the paths of all files.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.state().names.keys().cloned().collect()
    }
}

impl Disk for SimulatedDisk {
    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        let mut state = self.state();
        state.step(false)?;
        let inode = state.inode(path)?;
        let length = state.inodes[inode].now.len() as u64;
        let revision = Revision { file: inode as u64, change: state.inodes[inode].changes };
        Ok(FileMetadata {
            is_file: true,
            length,
            revision: Some(revision),
            ..FileMetadata::default()
        })
    }

    fn canonical(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut state = self.state();
        state.step(false)?;
        let inode = state.inode(path)?;
        state.accesses.push(Access::Read);
        let mut bytes = state.inodes[inode].now.clone();
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(bytes)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut state = self.state();
        state.step(true)?;
        let inode = state.inode(path)?;
        Ok(Box::new(SimulatedFile { state: Arc::clone(&self.0), inode }))
    }

    fn create(&self, path: &Path, _like: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut state = self.state();
        state.step(true)?;
        if state.names.contains_key(path) {
            return Err(error(ErrorKind::AlreadyExists));
        }
        let inode = state.inodes.len();
        state.inodes.push(Inode::default());
        state.name(Naming::Set(path.to_owned(), inode));
        Ok(Box::new(SimulatedFile { state: Arc::clone(&self.0), inode }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.step(true)?;
        let inode = state.inode(from)?;
        state.name(Naming::Rename(from.to_owned(), to.to_owned(), inode));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.step(true)?;
        state.inode(path)?;
        state.name(Naming::Remove(path.to_owned()));
        Ok(())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut state = self.state();
        state.step(false)?;
        Ok(state.names.keys().filter(|path| path.parent() == Some(folder)).cloned().collect())
    }

    fn create_folder(&self, _folder: &Path) -> io::Result<()> {
        // Folders always exist; only the files in them matter.
        self.state().step(true)
    }

    fn flush_folder(&self, folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.step(true)?;
        if state.fault == Fault::FlushFolder {
            return Err(io::Error::other("the folder cannot be flushed"));
        }
        let state = &mut *state;
        let (flushed, left): (Vec<Naming>, Vec<Naming>) = std::mem::take(&mut state.namings)
            .into_iter()
            .partition(|naming| naming.folder() == folder);
        for naming in flushed {
            naming.apply(&mut state.safe_names);
        }
        state.namings = left;
        Ok(())
    }

    fn lock(&self, _path: &Path) -> io::Result<Option<Box<dyn LockGuard>>> {
        Ok(Some(Box::new(())))
    }
}

struct SimulatedFile {
    state: Arc<Mutex<State>>,
    inode: usize,
}

impl SimulatedFile {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no test panics in here")
    }
}

impl DiskFile for SimulatedFile {
    fn length(&self) -> io::Result<u64> {
        let mut state = self.state();
        state.step(false)?;
        Ok(state.inodes[self.inode].now.len() as u64)
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        let at = usize::try_from(at).expect("files are small");
        state.accesses.push(Access::Write);
        let fitting = state.room_for(self.inode, at, bytes.len());
        let refusal = match state.step(true) {
            // The power fails during the write.
            Err(error) => Some(error),
            Ok(()) => match state.fault {
                Fault::Full => Some(error(ErrorKind::StorageFull)),
                Fault::Limit => Some(error(ErrorKind::FileTooLarge)),
                _ if fitting < bytes.len() => Some(error(ErrorKind::StorageFull)),
                Fault::None | Fault::ReadOnly | Fault::Gone | Fault::Flush | Fault::FlushFolder => {
                    None
                }
            },
        };
        let count = match refusal {
            Some(_) if matches!(state.fault, Fault::ReadOnly | Fault::Gone) => 0,
            Some(_) => state.rng.usize(0..=fitting),
            None => bytes.len(),
        };
        let bytes = bytes[..count].to_vec();
        state.edit(self.inode, Edit::Write { at, bytes });
        refusal.map_or(Ok(()), Err)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        let mut state = self.state();
        state.step(true)?;
        let length = usize::try_from(length).expect("files are small");
        state.edit(self.inode, Edit::Cut(length));
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut state = self.state();
        state.step(true)?;
        let fails = state.fault == Fault::Flush;
        let inode = &mut state.inodes[self.inode];
        if fails {
            // The system regards the failed data as written, and never tries again.
            inode.edits.clear();
            return Err(io::Error::other("the file cannot be flushed"));
        }
        inode.safe.clone_from(&inode.now);
        inode.edits.clear();
        Ok(())
    }
}
