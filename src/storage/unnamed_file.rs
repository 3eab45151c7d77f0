//! Files without a name, for bytes that must not remain on the disk.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

use super::frame::check_not_drawing;

/// A file without a name, for this user alone.
///
/// The system removes it once it is dropped, and as well if the process ends.
#[derive(Debug)]
pub struct UnnamedFile(File);

impl UnnamedFile {
    /// Creates an empty file on the disk of a folder.
    ///
    /// # Errors
    ///
    /// The message of the system, if it takes no file there.
    pub fn create(folder: &Path) -> io::Result<Self> {
        check_not_drawing();
        let file = tempfile::tempfile_in(folder)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
        Ok(Self(file))
    }

    /// Adds bytes at the end.
    ///
    /// # Errors
    ///
    /// The message of the system, such as that the disk is full.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        check_not_drawing();
        self.0.write_all(bytes)
    }

    /// Reads all bytes and removes the file.
    ///
    /// # Errors
    ///
    /// The message of the system, or [`FileTooLarge`](io::ErrorKind::FileTooLarge) for more than
    /// `max` bytes.
    pub fn read_at_most(mut self, max: u64) -> io::Result<Vec<u8>> {
        check_not_drawing();
        self.0.rewind()?;
        let mut bytes = Vec::new();
        self.0.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > max {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unnamed_file_is_read_back_and_is_in_no_folder() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut file = UnnamedFile::create(folder.path()).expect("the folder takes it");
        file.append(b"one ").expect("there is space");
        file.append(b"two").expect("there is space");
        let names = std::fs::read_dir(folder.path()).expect("it is there").count();
        assert_eq!(names, 0);
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            let found = file.0.metadata().expect("it is open");
            assert_eq!((found.mode() & 0o777, found.nlink()), (0o600, 0));
        }
        assert_eq!(file.read_at_most(7).expect("it can be read"), b"one two");
    }

    #[test]
    fn a_file_with_too_many_bytes_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut file = UnnamedFile::create(folder.path()).expect("the folder takes it");
        file.append(b"1234").expect("there is space");
        let error = file.read_at_most(3).expect_err("it has four bytes");
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_missing_folder_takes_no_file() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let error = UnnamedFile::create(&folder.path().join("none")).expect_err("it is missing");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
