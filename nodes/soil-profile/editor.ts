import { SLICE_CHOICES } from '../../src/profiles/depth-slice';
import { PROFILE_SHAPES } from '../../src/shapes/shape-name';
import { openDialog } from '../editor/dialogs/open-dialog';
import { METHOD_NAMES, prepareProfileDialog, saveProfileDialog, UNITS } from '../editor/dialogs/profile-dialog';
import { ownSlicesRule } from '../editor/fields/depth-slices';
import { entriesRule } from '../editor/fields/entry-list';
import { choiceRule, numberRule, percentRule, usedWhere } from '../editor/fields/validation';
import { keepUnchanged } from '../editor/fields/unchanged';
import { labelStyle } from '../editor/label-style';
import { GROUPS } from './choices';
import { RESOLUTION } from './limits';

RED.nodes.registerType('soil-profile', {
  category: 'soil data',
  color: '#BFA27C',
  icon: 'soil-profile.svg',
  inputs: 1,
  outputs: 1,
  defaults: {
    name: { value: '' },
    version: { value: 1 },
    slices: { value: 'globalsoilmap', validate: choiceRule(...SLICE_CHOICES) },
    ownSlices: { value: '', validate: ownSlicesRule() },
    minCoverage: { value: 0, validate: percentRule() },
    group: { value: 'area', validate: choiceRule(...GROUPS) },
    h3Resolution: { value: 8, validate: usedWhere('group', 'h3', numberRule(RESOLUTION)) },
    units: { value: [], validate: entriesRule(UNITS) },
    methodNames: { value: [], validate: entriesRule(METHOD_NAMES) },
    shape: { value: '', validate: choiceRule('', ...PROFILE_SHAPES) },
  },
  paletteLabel: 'soil profile',
  label() {
    return this.name || this._('soil-profile.label.palette');
  },
  labelStyle,
  inputLabels() {
    return this._('soil-profile.port.input');
  },
  outputLabels() {
    return this._('soil-profile.port.profile');
  },
  oneditprepare() {
    openDialog(this, prepareProfileDialog);
  },
  oneditsave() {
    saveProfileDialog(this);
    keepUnchanged(this);
  },
});
