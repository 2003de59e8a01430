import { prepareDownloadDialog } from '../editor/dialogs/download-dialog';
import { openDialog } from '../editor/dialogs/open-dialog';
import { keepBytes, megabytesRule } from '../editor/fields/megabytes-field';
import { choiceRule, fileNameRule, flagRule, folderRule, numberRule, serviceRule, usedWhere } from '../editor/fields/validation';
import { keepUnchanged } from '../editor/fields/unchanged';
import { labelStyle } from '../editor/label-style';
import { chooseService } from '../editor/services/service-choice';
import { TARGETS, WHERE_IT_EXISTS } from './choices';
import { BUFFER_MEGABYTES } from './limits';

RED.nodes.registerType('soil-download', {
  category: 'soil data',
  color: '#BFA27C',
  icon: 'soil-download.svg',
  inputs: 1,
  outputs: 2,
  defaults: {
    name: { value: '' },
    version: { value: 1 },
    service: { value: '', type: 'soil-service', validate: serviceRule() },
    to: { value: 'file', validate: choiceRule(...TARGETS) },
    maxBuffer: { value: 50, validate: usedWhere('to', 'buffer', numberRule(BUFFER_MEGABYTES)) },
    folder: { value: '', validate: usedWhere('to', 'file', folderRule()) },
    filename: { value: '', validate: usedWhere('to', 'file', fileNameRule()) },
    exists: { value: 'replace', validate: usedWhere('to', 'file', choiceRule(...WHERE_IT_EXISTS)) },
    extract: { value: false, validate: usedWhere('to', 'file', flagRule('extract')) },
    maxBytes: { value: '', validate: usedWhere('to', 'file', megabytesRule()) },
  },
  paletteLabel: 'soil download',
  label() {
    return this.name || this._('soil-download.label.palette');
  },
  labelStyle,
  inputLabels() {
    return this._('soil-download.port.input');
  },
  outputLabels(index) {
    if (index === 1) return this._('soil-download.port.progress');
    if (this.to === 'buffer') return this._('soil-download.port.buffer');
    return this._(this.extract ? 'soil-download.port.folder' : 'soil-download.port.file');
  },
  onadd() {
    chooseService(this);
  },
  oneditprepare() {
    openDialog(this, prepareDownloadDialog);
  },
  oneditsave() {
    keepUnchanged(this);
    keepBytes(this);
  },
});
