/* Loaded before a command on Linux (LD_PRELOAD): numbers every change of a file or folder below FAULT_BELOW, by
 * whichever code of whichever process, and lets the FAULT_AT-th go wrong. FAULT_KIND=kill ends the command and the
 * process that asked for it, before it is done, and every process that asks for a later one; FAULT_KIND=full behaves from there on like a disk without room, and
 * FAULT_KIND=once for that call alone. All processes count in the file FAULT_STATE, and write what they count to
 * FAULT_LOG, a line each: number, call, path. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define raw (REAL(syscall))

struct state {
  uint64_t calls;
  int64_t command; /* The first process that changed anything. */
};

static struct state *state;
static const char *below, *log_file;
static uint64_t at;
static int is_full, is_once;

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("FAULT_STATE"), *number = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND");
  below = getenv("FAULT_BELOW");
  log_file = getenv("FAULT_LOG");
  at = number == NULL ? 0 : strtoull(number, NULL, 10);
  is_once = kind != NULL && strcmp(kind, "once") == 0;
  is_full = is_once || (kind != NULL && strcmp(kind, "full") == 0);
  if (name == NULL || below == NULL) return;
  int fd = (int)raw(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof(struct state), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  raw(SYS_close, fd);
  if (map != MAP_FAILED) state = map;
}


static int path_of(int folder, const char *path, char *out) {
  char base[PATH_MAX];
  if (path[0] == '/') return snprintf(out, PATH_MAX, "%s", path) < PATH_MAX;
  if (folder == AT_FDCWD) {
    if (raw(SYS_getcwd, base, sizeof base) < 0) return 0;
  } else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = raw(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = 0;
  }
  return snprintf(out, PATH_MAX, "%s%s%s", base, path[0] ? "/" : "", path) < PATH_MAX;
}

/* Returns -1 with errno where the call must fail, else 0. `grows` says whether the call needs room. */
static int count(const char *call, int folder, const char *path, int grows) {
  char full[PATH_MAX];
  if (state == NULL || path == NULL || !path_of(folder, path, full)) return 0;
  size_t length = strlen(below);
  if (strncmp(full, below, length) != 0 || (full[length] != 0 && full[length] != '/')) return 0;
  int64_t nobody = 0;
  __atomic_compare_exchange_n(&state->command, &nobody, (int64_t)getpid(), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  uint64_t number = __atomic_add_fetch(&state->calls, 1, __ATOMIC_SEQ_CST);
  if (log_file != NULL) {
    char line[PATH_MAX + 64];
    int size = snprintf(line, sizeof line, "%llu %s %s\n", (unsigned long long)number, call, full);
    int fd = (int)raw(SYS_openat, AT_FDCWD, log_file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0) {
      raw(SYS_write, fd, line, (size_t)size);
      raw(SYS_close, fd);
    }
  }
  if (at == 0 || number < at) return 0;
  if (is_full) {
    if (!grows || (is_once && number > at)) return 0;
    errno = ENOSPC;
    return -1;
  }
  if (number == at) {
    kill((pid_t)state->command, SIGKILL);
    kill(getpid(), SIGKILL);
  }
  /* Whoever else would change something from here on, such as the process that watches the command, ends too. */
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static int changes(int flags) { return (flags & (O_CREAT | O_TRUNC)) != 0; }
static int makes(int folder, const char *path, int flags) {
  return (flags & O_CREAT) != 0 && faccessat(folder, path, F_OK, 0) != 0;
}

#define MODE(flags, mode) \
  do { \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
      va_list list; \
      va_start(list, flags); \
      mode = va_arg(list, mode_t); \
      va_end(list); \
    } \
  } while (0)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    mode_t mode = 0; \
    MODE(flags, mode); \
    int saved = errno; \
    int grows = makes(AT_FDCWD, path, flags); \
    errno = saved; \
    if (changes(flags) && count("open", AT_FDCWD, path, grows)) return -1; \
    return REAL(name)(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    mode_t mode = 0; \
    MODE(flags, mode); \
    int saved = errno; \
    int grows = makes(folder, path, flags); \
    errno = saved; \
    if (changes(flags) && count("open", folder, path, grows)) return -1; \
    return REAL(name)(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name) \
  FILE *name(const char *path, const char *mode) { \
    if (strpbrk(mode, "wa") != NULL && count("open", AT_FDCWD, path, 1)) return NULL; \
    return REAL(name)(path, mode); \
  }
FOPEN(fopen)
FOPEN(fopen64)

/* A function of (parameters), called with (arguments), that changes `path` in `folder`. */
#define WRAP(type, name, parameters, arguments, folder, path, grows) \
  type name parameters { \
    if (count(#name, folder, path, grows)) return -1; \
    return REAL(name) arguments; \
  }
WRAP(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), fd, "", 1)
WRAP(ssize_t, writev, (int fd, const struct iovec *v, int n), (fd, v, n), fd, "", 1)
WRAP(ssize_t, pwrite, (int fd, const void *data, size_t size, off_t to), (fd, data, size, to), fd, "", 1)
WRAP(ssize_t, pwrite64, (int fd, const void *data, size_t size, off64_t to), (fd, data, size, to), fd, "", 1)
WRAP(ssize_t, pwritev, (int fd, const struct iovec *v, int n, off_t to), (fd, v, n, to), fd, "", 1)
WRAP(ssize_t, pwritev64, (int fd, const struct iovec *v, int n, off64_t to), (fd, v, n, to), fd, "", 1)
WRAP(int, ftruncate, (int fd, off_t size), (fd, size), fd, "", 0)
WRAP(int, ftruncate64, (int fd, off64_t size), (fd, size), fd, "", 0)
WRAP(int, fallocate, (int fd, int mode, off_t from, off_t size), (fd, mode, from, size), fd, "", 1)
WRAP(int, fallocate64, (int fd, int mode, off64_t from, off64_t size), (fd, mode, from, size), fd, "", 1)
WRAP(int, fsync, (int fd), (fd), fd, "", 1)
WRAP(int, fdatasync, (int fd), (fd), fd, "", 1)
WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode), AT_FDCWD, path, 1)
WRAP(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode), folder, path, 1)
WRAP(int, rmdir, (const char *path), (path), AT_FDCWD, path, 0)
WRAP(int, unlink, (const char *path), (path), AT_FDCWD, path, 0)
WRAP(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), folder, path, 0)
WRAP(int, rename, (const char *from, const char *to), (from, to), AT_FDCWD, to, 0)
WRAP(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), b, to, 0)
WRAP(int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags), b, to, 0)
WRAP(int, link, (const char *from, const char *to), (from, to), AT_FDCWD, to, 1)
WRAP(int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags), b, to, 1)
WRAP(int, symlink, (const char *from, const char *to), (from, to), AT_FDCWD, to, 1)
WRAP(ssize_t, sendfile, (int to, int from, off_t *at_, size_t size), (to, from, at_, size), to, "", 1)
WRAP(ssize_t, sendfile64, (int to, int from, off64_t *at_, size_t size), (to, from, at_, size), to, "", 1)
WRAP(ssize_t, copy_file_range, (int from, off64_t *a, int to, off64_t *b, size_t size, unsigned flags),
     (from, a, to, b, size, flags), to, "", 1)

char *mkdtemp(char *name) {
  if (count("mkdir", AT_FDCWD, name, 1)) return NULL;
  return REAL(mkdtemp)(name);
}

int remove(const char *path) {
  if (count("remove", AT_FDCWD, path, 0)) return -1;
  return REAL(remove)(path);
}

/* libuv copies files by a system call for which older C libraries have no name. */
long syscall(long number, ...) {
  long a[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_copy_file_range && count("copy_file_range", (int)a[2], "", 1)) return -1;
  return raw(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* A copy without its bytes, as file systems with copy on write make it. */
int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (request == FICLONE && count("clone", fd, "", 1)) return -1;
  return REAL(ioctl)(fd, request, argument);
}
