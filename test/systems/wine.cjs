// What Windows has and Wine 8 lacks: loaded before everything else.
const { cpSync, existsSync, promises } = require('node:fs');
const { Socket } = require('node:net');
const path = require('node:path');

// Set before the connection is there, it makes every connection fail.
Socket.prototype.setKeepAlive = function () {
  return this;
};

// A junction cannot be made. A package is copied instead, below the tree, where it finds what it depends on.
const { symlink } = promises;
promises.symlink = async (target, link, type) => {
  if (type !== 'junction') return symlink(target, link, type);
  for (const name of ['package.json', 'dist', 'examples', 'icons', 'resources']) {
    if (existsSync(path.join(target, name))) cpSync(path.join(target, name), path.join(link, name), { recursive: true });
  }
};

process.env.TEMP = process.env.TMP = process.env.SOIL_TEST_TMP;
