import { areaRule } from '../editor/area-text';
import { closeAreaDialog, finishAreaDialog, prepareAreaDialog, resizeAreaDialog } from '../editor/dialogs/area-dialog';
import { openDialog } from '../editor/dialogs/open-dialog';
import { flagRule, regionRule, serviceRule } from '../editor/fields/validation';
import { keepUnchanged } from '../editor/fields/unchanged';
import { labelStyle } from '../editor/label-style';
import { chooseService } from '../editor/services/service-choice';

RED.nodes.registerType('soil-area', {
  category: 'soil data',
  color: '#BFA27C',
  icon: 'soil-area.svg',
  inputs: 1,
  // The most it has: in a flow without its own `outputs`, Node-RED cuts off the wires beyond these. A new node has the default below.
  outputs: 2,
  defaults: {
    name: { value: '' },
    version: { value: 1 },
    area: { value: 'payload', validate: areaRule() },
    areaType: { value: 'msg' },
    within: { value: '', validate: regionRule() },
    splitBySize: { value: false, validate: flagRule('splitBySize') },
    service: { value: '', type: 'soil-service', required: false, validate: serviceRule() },
    outputs: { value: 1 },
  },
  paletteLabel: 'soil area',
  label() {
    return this.name || this._('soil-area.label.palette');
  },
  labelStyle,
  inputLabels() {
    return this._('soil-area.port.input');
  },
  outputLabels(index) {
    if (!this.splitBySize) return this._('soil-area.port.area');
    return index === 0 ? this._('soil-area.port.small') : this._('soil-area.port.large');
  },
  onadd() {
    chooseService(this);
  },
  oneditprepare() {
    openDialog(this, prepareAreaDialog);
  },
  oneditresize() {
    resizeAreaDialog();
  },
  oneditsave() {
    finishAreaDialog();
    keepUnchanged(this);
  },
  oneditcancel() {
    closeAreaDialog();
  },
});
