import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from '../time/until';
import { node } from './job-flow';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

const FIELD = 'POLYGON ((5.665 51.987, 5.668 51.987, 5.668 51.989, 5.665 51.989, 5.665 51.987))';

/** Asks the sandbox for what is posted to /ask, and appends the status of every node to a file, one line each. */
function flowInto(file: string): Record<string, unknown>[] {
  return [
    { id: 'tab', type: 'tab', label: 'language' },
    { id: 'svc', type: 'soil-service', mode: 'sandbox' },
    node('in', 'http in', [['area']], { url: '/ask', method: 'post' }),
    node('area', 'soil-area', [['data']], { area: 'payload.area', areaType: 'msg', service: 'svc' }),
    node('data', 'soil-data', [['answer']], { service: 'svc' }),
    node('catch', 'catch', [['answer']], { scope: null }),
    node('again', 'http in', [['wait']], { url: '/wait', method: 'post' }),
    node('wait', 'soil-wait', [['answer'], []], { service: 'svc', firstPoll: 'soon' }),
    node('answer', 'http response', [], { statusCode: '200' }),
    node('status', 'status', [['text']], { scope: ['area', 'data', 'wait'] }),
    node('text', 'change', [['file']], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: 'status.text', tot: 'msg' }] }),
    node('file', 'file', [[]], { filename: file, filenameType: 'str', appendNewline: true, overwriteFile: 'false' }),
  ];
}

/** In another language: what the nodes say of good work, of bad work, and in the log. */
const SAID: Record<string, { records: RegExp; geometry: string; setting: string; synthetic: RegExp }> = {
  'en-US': { records: /^sandbox · \d+ records$/, geometry: 'sandbox · no valid area', setting: 'sandbox · setting: First poll after', synthetic: /The soil data of this service are synthetic/ },
  de: { records: /^sandbox · \d+ Bodenwerte$/, geometry: 'sandbox · kein gültiges Gebiet', setting: 'sandbox · Einstellung: Erste Abfrage nach', synthetic: /Die Bodendaten dieses Dienstes sind synthetisch/ },
  'pt-BR': { records: /^sandbox · \d+ registros$/, geometry: 'sandbox · sem área válida', setting: 'sandbox · configuração: Consultar após', synthetic: /Os dados de solo deste serviço são sintéticos/ },
};

describe('A Node-RED that speaks another language', function () {
  this.timeout(240_000);

  for (const [lang, said] of Object.entries(SAID)) {
    it(`has statuses and warnings in ${lang}`, async () => {
      const userDirectory = await newUserDirectory();
      const file = path.join(userDirectory, 'statuses.txt');
      await appendFile(file, '');
      const nodeRed = await NodeRedProcess.start({ flow: flowInto(file), settings: { lang }, userDirectory });
      try {
        for (const area of [FIELD, 'POLYGON ((1 2']) assert.equal((await nodeRed.post('/ask', { area })).status, 200);
        assert.equal((await nodeRed.post('/wait', { url: 'a-1' })).status, 200);
        const lines = async (): Promise<string[]> => (await readFile(file, 'utf8')).split(/\r?\n/).filter(Boolean);
        // Each comes a moment after what it reports, in no fixed order.
        await until(async () => (await lines()).some((text) => said.records.test(text)), 'the status of good work');
        await until(async () => (await lines()).includes(said.geometry), 'the status of bad work');
        await until(async () => (await lines()).includes(said.setting), 'the status of a wrong setting');
        await until(() => nodeRed.log.some((line) => said.synthetic.test(line)), () => nodeRed.log.join('\n'));
      } finally {
        await nodeRed.remove();
      }
    });
  }
});
