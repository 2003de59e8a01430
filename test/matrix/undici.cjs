// On a newer Node, npm installs a newer undici beside this package than on ours: the one of the version under test.
const Module = require('node:module');
const path = require('node:path');

const undici = path.join(process.env.NODE_RED_DIRECTORY, 'node_modules', 'undici');
const resolve = Module._resolveFilename;

Module._resolveFilename = function (request, ...rest) {
  return resolve.call(this, request === 'undici' ? undici : request, ...rest);
};
