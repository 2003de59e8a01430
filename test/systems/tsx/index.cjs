// In the place of tsx: each TypeScript file was translated before (scripts/other-systems.mjs).
const { readFileSync } = require('node:fs');
const path = require('node:path');

const tree = path.resolve(module.path, '..', '..');
require.extensions['.ts'] = (module, file) => module._compile(readFileSync(path.join(tree, '.translated', path.relative(tree, file)), 'utf8'), file);
