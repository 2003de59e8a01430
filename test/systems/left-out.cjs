// The tests that say nothing of a system where another program plays it, and why. Loaded by scripts/other-systems.mjs.
const LINKS = 'Wine makes no symbolic links that a program could see';
const NO_HOLE = 'Wine takes connections beyond the number that a server asked for';
const WINDOWS = {
  'refuses to keep a file, or a link to nothing, as a folder': LINKS,
  'keeps a link to a folder': LINKS,
  'makes directories and those above them, and finds their one true path': LINKS,
  'is one for each directory and process, however the directory is named, until the last one lets go': LINKS,
  'is looked up once for all who ask at the same time, and again for later callers': LINKS,
  'keeps a link to an empty folder, and a folder with hidden files of a person': LINKS,
  'keeps a folder whose one file lies deep in it, or is a link': LINKS,
  'never follows a symbolic link in its place': LINKS,
  'never writes through a link that takes its place at the last moment': LINKS,
  'is saved through no link that somebody put in the way': LINKS,
  'never follows a symbolic link in the place of its part': LINKS,
  'on a server that takes no connection': NO_HOLE,
  'leaves an address for the next one, but not before a line over a satellite could answer': NO_HOLE,
  'hold for connecting to a host that answers nothing': NO_HOLE,
  'because of a firewall that drops everything: SOIL_UNAVAILABLE, since nothing was sent, even for a new job': NO_HOLE,
  'is refused while another process has the directory, and tries again at the next call': 'Windows does not tell when a process began: its signs of life count',
  'is not blamed if the process has too many files open, and is read as soon as that is over': 'Windows has no ulimit',
  'does not change how a request ends if the process has too many files open': 'Windows has no ulimit',
  'may not be a pipe: opening one waits for its writer, and four of them would block all work on files': 'Windows has no named pipes among its files',
  'may not be a pipe: opening one waits for its writer': 'Windows has no named pipes among its files',
  'prints its addresses and credentials, serves, and stops cleanly on SIGTERM': 'Windows has no signals: a program is ended',
  'fetches and fills a folder without any file, as it is left where old files are deleted': 'Windows has no sh',
  'says so if a folder has the name': 'Windows says that it is not permitted (EPERM)',
  'says so if the folder is a file': 'Windows says that there is no such folder (ENOENT)',
  'as a whole is there again, locked, with what is known of the jobs': 'Windows keeps a folder as long as files in it are open',
  'that cannot be made is an error with a code that says what to do': 'Windows says that there is no such folder (ENOENT)',
};
const OTHER_START = 'QEMU tells a process of another start than the kernel tells the others: each takes the lock of the other for that of a dead one';
const ARM64 = {
  'goes to exactly one of several processes that start at once beside the lock of a dead one': OTHER_START,
  'says so, polls none of the jobs of the first, and accepts no new ones': OTHER_START,
  'takes over by itself what the first one leaves behind, as in a rolling update': OTHER_START,
};
const LEFT_OUT = process.platform === 'win32' ? WINDOWS : ARM64;

module.exports.mochaHooks = {
  beforeEach() {
    const { title } = this.currentTest;
    if (!Object.hasOwn(LEFT_OUT, title)) return;
    console.log(`left out: ${title} (${LEFT_OUT[title]})`);
    this.skip();
  },
};
