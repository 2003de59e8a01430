import assert from 'node:assert/strict';
import { RunningFlow } from '../nodes/flow';
import { loadDefinitions, takerOf } from './definitions';

const isTakenIn = takerOf(loadDefinitions());

describe('The dialog of soil-download accepts what the runtime accepts', () => {
  before(() => void Object.assign(globalThis, { RED: { _: (key: string) => key, editor: { getEditStack: () => [] } } }));
  after(() => void delete (globalThis as { RED?: unknown }).RED);

  const folders: [folder: string, isTaken: boolean][] = [
    ...['', 'fields', '/data/soil', 'C:\\soil\\fields', '"C:\\soil"', 'C:\\PROGRA~1\\soil', '\\\\server\\c$\\soil', './~', 'backup~', 'a/~b', '/srv/~old/soil', '~tmp', '$', 'cost$', '$5', '5 % slope', '%', 'a{{b'].map((folder): [string, boolean] => [folder, true]),
    ...['~', '~/soil', '~\\soil', '$HOME', '$HOME/soil', '/data/$USER/soil', 'C:\\$USER\\soil', '"~\\soil"', '$env:APPDATA\\soil', '%USERPROFILE%\\soil', '%ProgramFiles(x86)%', '${HOME}/soil', '"${HOME}"', '/data/${USER}', '${A}/${B}', 'fields/{{topic}}', '{{{topic}}}'].map((folder): [string, boolean] => [folder, false]),
  ];
  for (const [folder, isMeant] of folders) {
    it(`of the folder ${JSON.stringify(folder)}, even if an environment variable gives it`, async () => {
      assert.deepEqual([isTakenIn('soil-download', 'folder', folder), isTakenIn('soil-download', 'folder', '${SOIL_TEST_FOLDER}')], [isMeant, true]);
      for (const setting of folder === '' ? [folder] : [folder, '${SOIL_TEST_FOLDER}']) {
        process.env['SOIL_TEST_FOLDER'] = folder;
        const flow = await RunningFlow.start([{ id: 'svc', type: 'soil-service' }, { id: 'node', type: 'soil-download', service: 'svc', folder: setting, wires: [['out'], []] }, { id: 'out', type: 'helper' }]);
        try {
          // After a folder that is accepted, the link is checked next.
          flow.send('node', { payload: 'no link' });
          const { error } = await flow.error();
          assert.equal(!error.message.includes('"Folder"'), isMeant, error.message);
          if (!isMeant) assert.match(error.message, /Write the path itself|"File name" takes/);
        } finally {
          delete process.env['SOIL_TEST_FOLDER'];
          await flow.stop();
        }
      }
    });
  }

  const names: [name: string, isTaken: boolean][] = [
    ...['', 'north.zip', '{{topic}}.zip', '{{ topic }}-{{date}}.zip', '{{list[1]}}', '{{parts[0]["x.y"]}}.zip', 'a{.zip', 'a}.zip', '{3F25-04E0}.zip', '$topic.zip'].map((name): [string, boolean] => [name, true]),
    ...['{topic}.zip', '${topic}.zip', '{{topic.zip', '{{topic}.zip', '{topic}}.zip', 'topic}}.zip', '{{{topic}}}.zip', '{{topic}}-{date}.zip'].map((name): [string, boolean] => [name, false]),
  ];
  for (const [name, isMeant] of names) {
    it(`of the file name ${JSON.stringify(name)}`, async () => {
      assert.deepEqual([isTakenIn('soil-download', 'filename', name), isTakenIn('soil-download', 'filename', '${SOIL_TEST_NAME}')], [isMeant, true]);
      const flow = await RunningFlow.start([{ id: 'svc', type: 'soil-service' }, { id: 'node', type: 'soil-download', service: 'svc', filename: name, wires: [['out'], []] }, { id: 'out', type: 'helper' }]);
      try {
        // After a name that is accepted, the link is checked next.
        flow.send('node', { payload: 'no link' });
        const { error } = await flow.error();
        assert.equal(!error.message.includes('"File name"'), isMeant, error.message);
        if (!isMeant) assert.match(error.message, /is not filled in there\. A property of the message is written \{\{topic\}\}\.$/);
      } finally {
        await flow.stop();
      }
    });
  }
});
