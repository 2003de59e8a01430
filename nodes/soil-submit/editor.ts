import { JOB_KINDS } from '../../src/service/job';
import { openDialog } from '../editor/dialogs/open-dialog';
import { prepareQueryDialog, saveQueryDialog } from '../editor/dialogs/query-dialog';
import { pickedRule } from '../editor/fields/chosen';
import { dataTypesRule } from '../editor/fields/data-types';
import { choiceRule, emailRule, endYearRule, flagRule, serviceRule, startYearRule } from '../editor/fields/validation';
import { keepUnchanged } from '../editor/fields/unchanged';
import { labelStyle } from '../editor/label-style';
import { chooseService } from '../editor/services/service-choice';

RED.nodes.registerType('soil-submit', {
  category: 'soil data',
  color: '#BFA27C',
  icon: 'soil-submit.svg',
  inputs: 1,
  outputs: 1,
  defaults: {
    name: { value: '' },
    version: { value: 1 },
    service: { value: '', type: 'soil-service', validate: serviceRule() },
    kind: { value: 'geometry', validate: choiceRule(...JOB_KINDS) },
    spatialFilters: { value: [], validate: pickedRule('spatial-filters') },
    soilProperties: { value: [], validate: pickedRule('soil-properties') },
    datasets: { value: [], validate: pickedRule('datasets') },
    startYear: { value: '', validate: startYearRule() },
    endYear: { value: '', validate: endYearRule() },
    gisDataTypes: { value: [], validate: dataTypesRule() },
    email: { value: '', validate: emailRule() },
    reuse: { value: true, validate: flagRule('reuse') },
  },
  paletteLabel: 'soil submit',
  label() {
    return this.name || this._('soil-submit.label.palette');
  },
  labelStyle,
  inputLabels() {
    return this._('soil-submit.port.input');
  },
  outputLabels() {
    return this._('soil-submit.port.job');
  },
  onadd() {
    chooseService(this);
  },
  oneditprepare() {
    openDialog(this, prepareQueryDialog);
  },
  oneditsave() {
    saveQueryDialog(this);
    keepUnchanged(this);
  },
});
