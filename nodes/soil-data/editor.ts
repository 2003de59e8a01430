import { SHAPES } from '../../src/shapes/shape-name';
import { prepareDataDialog, saveDataDialog } from '../editor/dialogs/data-dialog';
import { openDialog } from '../editor/dialogs/open-dialog';
import { pickedRule } from '../editor/fields/chosen';
import { dataTypesRule } from '../editor/fields/data-types';
import { licencesRule, linesRule } from '../editor/fields/line-list';
import { choiceRule, endYearRule, serviceRule, startYearRule, usedWhere } from '../editor/fields/validation';
import { keepUnchanged } from '../editor/fields/unchanged';
import { labelStyle } from '../editor/label-style';
import { chooseService } from '../editor/services/service-choice';
import { OUTPUTS } from './choices';

RED.nodes.registerType('soil-data', {
  category: 'soil data',
  color: '#BFA27C',
  icon: 'soil-data.svg',
  inputs: 1,
  outputs: 1,
  defaults: {
    name: { value: '' },
    version: { value: 1 },
    service: { value: '', type: 'soil-service', validate: serviceRule() },
    spatialFilters: { value: [], validate: pickedRule('spatial-filters') },
    soilProperties: { value: [], validate: pickedRule('soil-properties') },
    datasets: { value: [], validate: pickedRule('datasets') },
    startYear: { value: '', validate: startYearRule() },
    endYear: { value: '', validate: endYearRule() },
    gisDataTypes: { value: [], validate: dataTypesRule() },
    output: { value: 'records', validate: choiceRule(...OUTPUTS) },
    shape: { value: '', validate: usedWhere('output', 'records', choiceRule('', ...SHAPES)) },
    licences: { value: [], validate: licencesRule() },
    noValues: { value: [], validate: usedWhere('output', 'records', linesRule('noValues')) },
  },
  paletteLabel: 'soil data',
  label() {
    return this.name || this._('soil-data.label.palette');
  },
  labelStyle,
  inputLabels() {
    return this._('soil-data.port.input');
  },
  outputLabels() {
    return this._(this.output === 'raw' ? 'soil-data.port.raw' : 'soil-data.port.records');
  },
  onadd() {
    chooseService(this);
  },
  oneditprepare() {
    openDialog(this, prepareDataDialog);
  },
  oneditsave() {
    saveDataDialog(this);
    keepUnchanged(this);
  },
});
