import { openDialog } from '../editor/dialogs/open-dialog';
import { keepUnchanged } from '../editor/fields/unchanged';
import { numberRule, serviceRule } from '../editor/fields/validation';
import { addJobsTab, removeJobsTab } from '../editor/jobs-tab';
import { labelStyle } from '../editor/label-style';
import { chooseService } from '../editor/services/service-choice';
import { POLL_SECONDS, TIMEOUT_MINUTES } from './limits';

RED.nodes.registerType('soil-wait', {
  category: 'soil data',
  color: '#BFA27C',
  icon: 'soil-wait.svg',
  inputs: 1,
  outputs: 2,
  defaults: {
    name: { value: '' },
    version: { value: 1 },
    service: { value: '', type: 'soil-service', validate: serviceRule() },
    timeout: { value: 1440, validate: numberRule(TIMEOUT_MINUTES) },
    firstPoll: { value: 2, validate: numberRule(POLL_SECONDS) },
    maxPoll: { value: 60, validate: numberRule(POLL_SECONDS) },
  },
  paletteLabel: 'soil wait',
  label() {
    return this.name || this._('soil-wait.label.palette');
  },
  labelStyle,
  inputLabels() {
    return this._('soil-wait.port.input');
  },
  outputLabels(index) {
    return this._(index === 0 ? 'soil-wait.port.link' : 'soil-wait.port.progress');
  },
  onadd() {
    chooseService(this);
  },
  oneditprepare() {
    openDialog(this);
  },
  oneditsave() {
    keepUnchanged(this);
  },
  onpaletteadd() {
    addJobsTab();
  },
  onpaletteremove() {
    removeJobsTab();
  },
});
