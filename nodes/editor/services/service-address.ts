import { hasVariableInPart } from '../../../src/foreign/environment-variable';
import { isBlank } from '../../../src/foreign/foreign-value';
import { isFieldName, isPathOnService, isTakenField } from '../../../src/service/service-settings';
import { isSignInAddress, readServiceUrl } from '../../../src/service/service-url';
import { withoutTrailing } from '../../../src/text/without-trailing';
import { named } from '../fields/named-rule';
import { settingText } from '../fields/setting-text';
import { isEmpty, textProblem } from '../fields/validation';
import { sharedText } from '../words/shared-text';

/** The address where tokens are requested: https unless it is this machine. The runtime reads it by the same function. */
export function signInAddressRule(): EditorValidator {
  return named(addressProblem);
}

/** The same of the service: where tokens are requested it is not. */
export function serviceAddressRule(): EditorValidator {
  return named((value) => addressProblem(value) ?? (isSignInAddress(withoutTrailing(String(value).trim(), /\//)) ? sharedText('invalid.signInAddress') : undefined));
}

function addressProblem(value: unknown): string | undefined {
  if (isEmpty(value)) return sharedText('invalid.needed');
  const address = String(value);
  if (hasVariableInPart(address)) return sharedText('invalid.variableInPart');
  return 'url' in readServiceUrl(address.trim()) ? undefined : sharedText('invalid.address');
}

/** Whom the token is for; empty takes the address of the service. */
export function audienceRule(): EditorValidator {
  return named((value) => textProblem(value) ?? (hasVariableInPart(settingText(value)) ? sharedText('invalid.variableInPart') : undefined));
}

/** A credential. */
export function credentialRule(): EditorValidator {
  return named((value) => (isBlank(value) ? sharedText('invalid.needed') : textProblem(value)));
}

/** The name of the e-mail field in a request; empty takes the default. */
export function emailFieldRule(): EditorValidator {
  return named((value) => {
    if (isBlank(value)) return undefined;
    const name = settingText(value).trim();
    return isFieldName(name) && !isTakenField(name) ? undefined : sharedText('invalid.fieldName');
  });
}

/** The path of the query for soil properties; empty takes the default. */
export function pathRule(): EditorValidator {
  return named((value) => {
    if (isBlank(value)) return undefined;
    const path = settingText(value).trim();
    return path !== '' && isPathOnService(path.startsWith('/') ? path : `/${path}`, 'https://service.example') ? undefined : sharedText('invalid.path');
  });
}
