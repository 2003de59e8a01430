import assert from 'node:assert/strict';
import { saysTokenInvalid, speaksOfAreaSize } from '../../src/service/refusal-words';

describe('the words of a refusal speak of the size of the area', () => {
  const sized = [
    'The area is too large',
    'The area of this request is too large',
    'Area exceeds 10 ha',
    'Polygon area of 12 hectares is larger than the limit',
    'Maximum area is 30000000 km2',
    'The area is 510065625 km2; a job takes at most 30,000,000 km2.',
    'Area size: 15 ha. Allowed: 10 ha',
    'The area of these coordinates exceeds 10 ha',
    'Polygon too large (1,500 ha): check the coordinates',
    'Polygon too large',
    'Region is greater than allowed',
    'Area is over the threshold',
    'Area is below the minimum',
    'Area too small',
    'Too small an area',
    'The maximum supported area is exceeded',
    'Area exceeds the allowed size',
    'Area exceeds 100000',
    'The area has too many hectares: limit 10',
    'No soil above 10 ha',
    'Not under 1 ha',
    'More than 10 ha',
    'Up to 100 square meters',
    'Only 10 m²',
    'Permitted: 10 ha',
    '10 ha are allowed',
    'AREA_TOO_LARGE',
    'area-limit-exceeded',
    'AreaTooLarge',
    'Requested area of 12.5 ha exceeds the limit of 10 ha',
    'Area 15 ha > 10 ha',
    'Larger than 10ha',
    'Areas over 10 ha are not supported',
    'Your polygon covers 12 ha. Only 10 ha are allowed.',
    'Area must be smaller than 10 hectares and have fewer than 100 points',
    'Request must be below 30000000 sq km',
    'Areas larger than 10 km^2 are not supported',
    'At most 25 acres, or 100 000 m²',
    'Request limit: 10 ha',
    'Max. area is 10 ha',
    'maxArea exceeded',
    'The request exceeds the maximum allowed area',
    'Area must be less than or equal to 100000',
    'Area exceeds the permitted size',
    'Areas are too large',
    'Too large an area',
    'The area covers too many H3 cells: limit 1000',
    'AOI is too large',
    'Bounding box too large',
    'The requested extent is larger than allowed',
    '12.5 ha is above the 10 ha limit',
  ];
  for (const words of sized) it(`in: ${words}`, () => assert.equal(speaksOfAreaSize(words), true));

  const others = [
    'Payload too large',
    'Polygon is not closed',
    'The area has no soil data',
    'A polygon has at most 10,000 points',
    'A polygon: fewer corners than the minimum',
    'Polygon: vertices exceed the limit',
    'Polygon: points below the minimum',
    'Polygon: coordinates above the maximum',
    'Polygon: latitudes above the maximum',
    'Region: depth below the maximum',
    'Polygon: holes beyond the limit',
    'Area: download limit reached',
    'Area limit of 50 ha per hour',
    'Area limit of 50 ha per month',
    'Daily limit for areas: 50 ha',
    'Rate limit exceeded',
    'RATE_LIMIT_EXCEEDED',
    'startYear must be greater than 1900 for this region',
    'Polygon has too many vertices: maximum 1000',
    'Monthly download limit of your region reached',
    'A longitude of the polygon exceeds 180',
    'Polygon: each latitude must be below 90',
    'The coordinates exceed the region of this dataset',
    'Depths below 200 cm are not known in this region',
    'Polygon exceeds the maximum of 1000 nodes',
    'Polygon of 12 ha has too many vertices; maximum 1000',
    'Polygon: maximum 10 rings',
    'Polygon: hole lies over another hole',
    'A polygon must have a minimum of 4 positions',
    'Polygon self-intersects above the equator',
    'The polygon is over water',
    'Polygon exceeds the supported region',
    'This region is under maintenance',
    'The region is limited to land',
    'Polygon precision exceeds 6 decimals',
    'Area name exceeds 100 characters',
    'Too many datasets in this area: limit 5',
    'The number of soil properties of the region exceeds the limit',
    'Too many open jobs in this area: limit 3',
    'Limit of 5 jobs per area',
    'Date range exceeds the maximum for this area',
    'Region: endYear exceeds the maximum',
    'Rate limit for this region exceeded',
    'Monthly limit of 500 ha reached',
    'The 500 ha limit per month is reached',
    'The 12 ha of your request hit a limit',
    '10 ha per day are allowed',
    'Geometry too large',
  ];
  for (const words of others) it(`and of something else in: ${words}`, () => assert.equal(speaksOfAreaSize(words), false));
});

describe('the words of a 403 say that the token is no longer valid', () => {
  const said = (message: string): boolean => saysTokenInvalid({ status: 403, headers: {}, body: JSON.stringify({ message }), receivedAt: 0, tookMs: 0 });

  for (const words of ['The access token expired', 'Token has been revoked', 'token is not active', 'Expired token', 'Expired tokens are refused: an expired token was sent', 'Invalid token', 'INVALID_ACCESS_TOKEN', 'The token is invalid.', 'Access token was invalid']) {
    it(`in: ${words}`, () => assert.equal(said(words), true));
  }

  for (const words of ['Invalid token scope', 'The token is invalid for this operation', 'The token has an invalid scope', 'The access token is not for this API', 'This dataset is locked']) {
    it(`and not in: ${words}`, () => assert.equal(said(words), false));
  }
});
