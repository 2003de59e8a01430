import { prepareDiscoverDialog, saveDiscoverDialog } from '../editor/dialogs/discover-dialog';
import { openDialog } from '../editor/dialogs/open-dialog';
import { chosenRule, matchRule, readSelected } from '../editor/fields/chosen';
import { isFromEnvironment } from '../editor/fields/from-environment';
import { keepUnchanged } from '../editor/fields/unchanged';
import { choiceRule, flagRule, identifierRule, serviceRule, textRule, usedWhere } from '../editor/fields/validation';
import { labelStyle } from '../editor/label-style';
import { chooseService } from '../editor/services/service-choice';
import { RESOURCES, SELECTIONS } from './choices';

/** The resources that come as a list to select from. */
const LISTED = RESOURCES.filter((resource) => resource !== 'dataset');

RED.nodes.registerType('soil-discover', {
  category: 'soil data',
  color: '#BFA27C',
  icon: 'soil-discover.svg',
  inputs: 1,
  outputs: 1,
  defaults: {
    name: { value: '' },
    version: { value: 1 },
    service: { value: '', type: 'soil-service', validate: serviceRule() },
    resource: { value: 'spatial-filters', validate: choiceRule(...RESOURCES) },
    select: { value: 'all', validate: usedWhere('resource', LISTED, choiceRule(...SELECTIONS)) },
    chosen: { value: [], validate: chosenRule() },
    matchType: { value: '', validate: usedWhere('resource', LISTED, usedWhere('select', 'match', textRule())) },
    matchName: { value: '', validate: matchRule() },
    datasetId: { value: '', validate: usedWhere('resource', 'dataset', identifierRule()) },
    unlockedOnly: { value: true, validate: usedWhere('resource', ['datasets', 'all-datasets'], flagRule('unlockedOnly')) },
  },
  paletteLabel: 'soil discover',
  label() {
    if (this.name) return this.name;
    const resource = String(this.resource);
    const what = this._(`soil-discover.resource.${resource}`, { defaultValue: resource });
    if (this.select !== 'chosen' || this.resource === 'dataset') return what;
    return this._('soil-discover.label.chosen', { what, chosen: isFromEnvironment(this.chosen) ? this.chosen : readSelected(this.chosen).length });
  },
  labelStyle,
  inputLabels() {
    return this._('soil-discover.port.input');
  },
  outputLabels() {
    return this._('soil-discover.port.found');
  },
  onadd() {
    chooseService(this);
  },
  oneditprepare() {
    openDialog(this, prepareDiscoverDialog);
  },
  oneditsave() {
    saveDiscoverDialog(this);
    keepUnchanged(this);
  },
});
