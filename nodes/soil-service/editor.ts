import { parsedUrl } from '../../src/foreign/parsed-url';
import { modeOf, MODES } from '../../src/service/service-mode';
import { DATASETS_FIELDS, SETTING_LIMITS } from '../../src/service/service-settings';
import { openDialog } from '../editor/dialogs/open-dialog';
import { prepareServiceDialog } from '../editor/dialogs/service-dialog';
import { settingText } from '../editor/fields/setting-text';
import { keepUnchanged } from '../editor/fields/unchanged';
import { choiceRule, flagRule, numberRule, requestRateRule, usedWhere } from '../editor/fields/validation';
import { migrateOnArrival } from '../editor/migration';
import { audienceRule, credentialRule, emailFieldRule, pathRule, serviceAddressRule, signInAddressRule } from '../editor/services/service-address';
import { learnCredentials, storedCredentialsRule } from '../editor/services/stored-credentials';

migrateOnArrival();
learnCredentials();

const inServiceMode = (rule: EditorValidator): EditorValidator => usedWhere('mode', 'service', rule);

RED.nodes.registerType('soil-service', {
  category: 'config',
  color: '#BFA27C',
  icon: 'soil-service.svg',
  defaults: {
    name: { value: '' },
    version: { value: 1, validate: storedCredentialsRule() },
    mode: { value: 'sandbox', validate: choiceRule(...MODES) },
    baseUrl: { value: '', validate: inServiceMode(serviceAddressRule()) },
    authUrl: { value: '', validate: inServiceMode(signInAddressRule()) },
    audience: { value: '', validate: inServiceMode(audienceRule()) },
    tls: { value: '', type: 'tls-config', required: false },
    proxy: { value: '', type: 'http proxy', required: false },
    syncThreshold: { value: 10, validate: numberRule(SETTING_LIMITS.syncThreshold) },
    requestsPerSecond: { value: 10, validate: requestRateRule() },
    maxConcurrent: { value: 4, validate: numberRule(SETTING_LIMITS.maxConcurrent) },
    timeout: { value: 60, validate: numberRule(SETTING_LIMITS.timeout) },
    datasetsField: { value: 'datasets', validate: inServiceMode(choiceRule(...DATASETS_FIELDS)) },
    emailField: { value: 'email', validate: inServiceMode(emailFieldRule()) },
    soilPropertiesPath: { value: '/v1/soil-properties/queries', validate: inServiceMode(pathRule()) },
    allowPrivateHosts: { value: false, validate: inServiceMode(flagRule('allowPrivateHosts')) },
  },
  credentials: {
    clientId: { type: 'text', validate: inServiceMode(credentialRule()) },
    clientSecret: { type: 'password', validate: inServiceMode(credentialRule()) },
  },
  label() {
    if (this.name) return this.name;
    if (modeOf(this) === 'sandbox') return this._('soil-service.label.sandboxName');
    const address = settingText(this.baseUrl);
    return parsedUrl(address)?.host ?? this._('soil-service.label.unnamed');
  },
  oneditprepare() {
    openDialog(this, prepareServiceDialog);
  },
  oneditsave() {
    keepUnchanged(this);
  },
});
