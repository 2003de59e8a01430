import { createHash } from 'node:crypto';
import { canonicalQuery } from '../../service/canonical-query';
import type { JobKind } from '../../service/job';
import type { SoilQuery } from '../../service/query';

/**
 * SHA-256, in hexadecimal digits, of what makes two requests one and the same: the service and its client, the operation, and the
 * query in canonical form.
 *
 * @throws SoilError `SOIL_CONFIG` or `SOIL_GEOMETRY` if the query is malformed
 */
export function requestHash(identity: string, kind: JobKind, query: SoilQuery): string {
  return createHash('sha256').update(JSON.stringify([identity, kind, canonicalQuery(query)])).digest('hex');
}
