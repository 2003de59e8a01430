import { SHAPES } from '../../src/shapes/shape-name';
import { openDialog } from '../editor/dialogs/open-dialog';
import { prepareReadDialog, saveReadDialog } from '../editor/dialogs/read-dialog';
import { linesRule } from '../editor/fields/line-list';
import { typedFieldRule } from '../editor/fields/typed-field';
import { choiceRule, flagRule, numberRule, usedWhere } from '../editor/fields/validation';
import { keepUnchanged } from '../editor/fields/unchanged';
import { labelStyle } from '../editor/label-style';
import { OUTPUTS, PATH_TYPES } from './choices';
import { BATCH } from './limits';

RED.nodes.registerType('soil-read', {
  category: 'soil data',
  color: '#BFA27C',
  icon: 'soil-read.svg',
  inputs: 1,
  outputs: 1,
  defaults: {
    name: { value: '' },
    version: { value: 1 },
    from: { value: 'payload', validate: typedFieldRule('fromType', PATH_TYPES) },
    fromType: { value: 'msg' },
    output: { value: 'records', validate: choiceRule(...OUTPUTS) },
    batch: { value: 0, validate: usedWhere('output', 'records', numberRule(BATCH)) },
    distinct: { value: true, validate: usedWhere('output', ['records', 'geojson'], flagRule('distinct')) },
    strict: { value: false, validate: flagRule('strict') },
    shape: { value: '', validate: usedWhere('output', 'records', choiceRule('', ...SHAPES)) },
    licences: { value: [], validate: linesRule('licences') },
    noValues: { value: [], validate: linesRule('noValues') },
  },
  paletteLabel: 'soil read',
  label() {
    return this.name || this._('soil-read.label.palette');
  },
  labelStyle,
  inputLabels() {
    return this._('soil-read.port.input');
  },
  outputLabels() {
    const output = String(this.output);
    return this._(`soil-read.output.${output}`, { defaultValue: output });
  },
  oneditprepare() {
    openDialog(this, prepareReadDialog);
  },
  oneditsave() {
    saveReadDialog(this);
    keepUnchanged(this);
  },
});
