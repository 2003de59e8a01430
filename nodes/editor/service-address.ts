import { readServiceUrl } from '../../src/service/service-url';
import { liveValue } from './live-value';
import { sharedText } from './text';
import { isEmpty, isFromEnvironment } from './validation';

/** The address of a service: needed in service mode, https unless it is this machine. The runtime reads it by the same function. */
export function serviceAddressRule(): EditorValidator {
  return function (value, _options) {
    if (liveValue(this, 'mode') !== 'service' || isFromEnvironment(value)) return true;
    if (isEmpty(value)) return sharedText('invalid.needed');
    return 'url' in readServiceUrl(String(value).trim()) ? true : sharedText('invalid.address');
  };
}

/** A credential: needed in service mode. */
export function credentialRule(): EditorValidator {
  return function (value, _options) {
    return liveValue(this, 'mode') === 'service' && isEmpty(value) ? sharedText('invalid.needed') : true;
  };
}
