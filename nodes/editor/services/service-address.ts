import { hasVariableInPart } from '../../../src/foreign/environment-variable';
import { isBlank } from '../../../src/foreign/foreign-value';
import { isFieldName, isPathOnService, isTakenField } from '../../../src/service/service-settings';
import { readServiceUrl } from '../../../src/service/service-url';
import { named } from '../fields/field-name';
import { liveValue } from '../fields/live-value';
import { settingText } from '../fields/setting-text';
import { isEmpty, isFromEnvironment, textProblem } from '../fields/validation';
import { sharedText } from '../words/shared-text';

/** The address of a service: needed in service mode, https unless it is this machine. The runtime reads it by the same function. */
export function serviceAddressRule(): EditorValidator {
  return named(function (value, _options) {
    if (liveValue(this, 'mode') !== 'service') return true;
    if (isEmpty(value)) return sharedText('invalid.needed');
    if (isFromEnvironment(value)) return true;
    const address = String(value);
    if (hasVariableInPart(address)) return sharedText('invalid.variableInPart');
    return 'url' in readServiceUrl(address.trim()) || sharedText('invalid.address');
  });
}

/** Whom the token is for; empty takes the address of the service. */
export function audienceRule(): EditorValidator {
  return named(function (value, _options) {
    if (liveValue(this, 'mode') !== 'service') return true;
    return textProblem(value) ?? (hasVariableInPart(settingText(value)) ? sharedText('invalid.variableInPart') : true);
  });
}

/** A credential: needed in service mode. */
export function credentialRule(): EditorValidator {
  return named(function (value, _options) {
    if (liveValue(this, 'mode') !== 'service') return true;
    return isBlank(value) ? sharedText('invalid.needed') : (textProblem(value) ?? true);
  });
}

/** The name of the e-mail field in a request; empty takes the default. */
export function emailFieldRule(): EditorValidator {
  return named(function (value, _options) {
    if (liveValue(this, 'mode') !== 'service' || isBlank(value) || isFromEnvironment(value)) return true;
    const name = settingText(value).trim();
    return isFieldName(name) && !isTakenField(name) ? true : sharedText('invalid.fieldName');
  });
}

/** The path of the query for soil properties; empty takes the default. */
export function pathRule(): EditorValidator {
  return named(function (value, _options) {
    if (liveValue(this, 'mode') !== 'service' || isBlank(value) || isFromEnvironment(value)) return true;
    const path = settingText(value).trim();
    return path !== '' && isPathOnService(path.startsWith('/') ? path : `/${path}`, 'https://service.example') ? true : sharedText('invalid.path');
  });
}
