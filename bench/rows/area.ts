import path from 'node:path';
import { figure, ratios } from '../figures';
import { wktFile, withFolder } from '../made-files';
import { inTurn } from '../rounds';
import type { Row } from '../row';
import { digits } from '../table';
import { runTask } from '../tasks/run-task';

/** A large area of interest: read, checked, measured and written, against `wellknown` and `@turf/area`, which check nothing. */
export const area: Row = {
  name: 'area',
  title: 'An area of interest of many vertices',
  measure: ({ quick, say }) =>
    withFolder(async (folder) => {
      const vertices = quick ? 100_000 : 1_000_000;
      const file = path.join(folder, 'area.wkt');
      await wktFile(file, vertices);
      const small = path.join(folder, 'small.wkt');
      await wktFile(small, 20_000);
      say(`${digits(vertices)} vertices`);
      const results = await inTurn(quick ? 2 : 5, {
        ours: async () => (await runTask('read-area', file, small)).seconds,
        theirs: async () => (await runTask('wellknown-area', file, small)).seconds,
      });
      const shown = (values: number[]): string => `${digits(1000 * figure(values).median)} ms`;
      return [
        {
          work: `area, ${vertices.toLocaleString('en-GB')} vertices`, against: 'wellknown and @turf/area alone', ours: shown(results.ours), theirs: shown(results.theirs),
          figure: ratios(results.ours, results.theirs), unit: 'x', reach: { at: 'most', value: 1.5 },
        },
      ];
    }),
};
