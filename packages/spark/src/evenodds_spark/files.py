"""Files on whatever storage Spark's Hadoop client reads: local disks, HDFS, object stores."""

from __future__ import annotations

from typing import List, Optional, Tuple

from pyspark.sql import SparkSession


class Files:
    """Small files and folders, by paths with or without a scheme; the same client that reads the tables reads them."""

    def __init__(self, spark: SparkSession):
        self._jvm = spark._jvm
        self._conf = spark._jsc.hadoopConfiguration()

    def exists(self, path: str) -> bool:
        """Whether there is a file or a folder."""
        return self._system(path).exists(self._path(path))

    def read(self, path: str) -> Optional[bytes]:
        """Returns the content of a file; None where there is none, or a folder."""
        system, place = self._system(path), self._path(path)
        if not system.exists(place) or system.getFileStatus(place).isDirectory():
            return None
        stream = system.open(place)
        try:
            return bytes(self._jvm.org.apache.commons.io.IOUtils.toByteArray(stream))
        finally:
            stream.close()

    def write(self, path: str, content: bytes) -> None:
        """Writes a file beside its place and then puts it there, over one that was there."""
        beside = f"{path}.writing"
        stream = self._system(path).create(self._path(beside), True)
        try:
            stream.write(bytearray(content))
        finally:
            stream.close()
        self.move(beside, path)

    def move(self, path: str, to: str) -> None:
        """Renames a file or a folder, over one that was there."""
        self.remove(to)
        if not self._system(path).rename(self._path(path), self._path(to)):
            raise OSError(f"cannot rename {path} to {to}")

    def remove(self, path: str) -> None:
        """Removes a file or a folder with all that is in it, if it is there. Raises OSError where it is still there:
        what is moved to its place would lie within it, and some storages refuse without a word."""
        if not self._system(path).delete(self._path(path), True) and self.exists(path):
            raise OSError(f"cannot remove {path}")

    def make_folder(self, path: str) -> None:
        """Makes a folder and those above it. Raises OSError where a storage refuses without a word."""
        if not self._system(path).mkdirs(self._path(path)):
            raise OSError(f"cannot make the folder {path}")

    def names(self, path: str) -> List[str]:
        """Returns the names in a folder, sorted."""
        return sorted(status.getPath().getName() for status in self._system(path).listStatus(self._path(path)))

    def stamp(self, path: str) -> Tuple[int, int]:
        """Returns length and time of the last change, in milliseconds, of a file that is named by its URI."""
        place = self._jvm.org.apache.hadoop.fs.Path(self._jvm.java.net.URI(path))
        status = place.getFileSystem(self._conf).getFileStatus(place)
        return status.getLen(), status.getModificationTime()

    def _path(self, path: str):
        return self._jvm.org.apache.hadoop.fs.Path(path)

    def _system(self, path: str):
        return self._path(path).getFileSystem(self._conf)
