import type { ConnectionReport } from '../../admin/admin-answers';
import { askAdmin } from '../admin-call';
import { problemBy } from '../fields/named-rule';
import { showWhere } from '../fields/shown-where';
import { serviceOnScreen } from '../services/service-question';
import { errorText } from '../words/error-text';
import { sharedText } from '../words/shared-text';
import { shownDuration, shownNumber } from '../words/shown-values';

/** Prepares the dialog of soil-service: the settings of the chosen mode, and the test of the connection. */
export function prepareServiceDialog(node: EditorNode): void {
  rememberEmptyCredentials(node);
  // For an empty or misspelt mode, as in a flow written by hand, the menu shows nothing; the runtime takes it for neither.
  showWhere(node, 'mode', { '.soil-service-real': (mode) => mode !== '' && mode !== 'sandbox', '.soil-service-sandbox': (mode) => mode === 'sandbox' });

  const result = $('#soil-service-test-result');
  const advanced = $('#soil-service-advanced');
  showFaulty(node, advanced);
  const button = $('#soil-service-test');
  let changes = 0;
  // The result of a test holds only for the settings that it was made with.
  button.closest('.soil-data').on('input change', 'input, select', () => {
    changes += 1;
    say(result, '', '');
  });
  button.on('click', () => {
    if (button.hasClass('disabled')) return;
    showFaulty(node, advanced);
    const faulty = $('.soil-data .input-error:visible').first();
    if (faulty.length > 0) {
      // Node-RED itself shows it only in a tooltip.
      say(result, 'bad', problemOf(node, faulty) ?? sharedText('test.fillIn'));
      faulty.trigger('focus');
      return;
    }
    const tested = changes;
    const answer = (look: 'good' | 'bad', words: string): void => {
      if (changes === tested) say(result, look, words);
    };
    setBusy(button, true);
    say(result, '', sharedText('test.running'));
    askAdmin<ConnectionReport>('test-connection', { service: serviceOnScreen(node) })
      .then((report) => answer(report.ok ? 'good' : 'bad', wordsOf(report)))
      .catch((error: Error) => answer('bad', error.message))
      .finally(() => setBusy(button, false));
  });
}

/** If none are stored, as for a sandbox, Node-RED has no record of them and would take the empty fields for a change. */
function rememberEmptyCredentials({ credentials }: EditorNode): void {
  if (!credentials?._) return;
  for (const known of [credentials, credentials._]) Object.assign(known, { clientId: '', has_clientSecret: false, ...known });
}

/** Opens a fold if a field in it is faulty: otherwise nobody would see what is wrong. */
function showFaulty(node: EditorNode, fold: JQuery): void {
  const fields = fold.find('input, select').toArray();
  if (fields.some((field) => problemOf(node, $(field)) !== undefined)) fold.prop('open', true);
}

/** What the field's own rule says, which begins with the field's label. */
function problemOf(node: EditorNode, field: JQuery): string | undefined {
  const setting = (field.attr('id') ?? '').replace('node-config-input-', '');
  return problemBy((node._def.defaults[setting] ?? node._def.credentials?.[setting])?.validate, field.val(), node);
}

/** Disables the button but lets it keep the focus: people who use the keyboard press it again after the test has said what is wrong. */
function setBusy(button: JQuery, isBusy: boolean): void {
  button.toggleClass('disabled', isBusy).attr('aria-disabled', String(isBusy));
}

function say(result: JQuery, look: 'good' | 'bad' | '', words: string): void {
  result.toggleClass('soil-data-good', look === 'good').toggleClass('soil-data-bad', look === 'bad').text(words);
}

/** One line: what happened, and what to do about it. */
function wordsOf(report: ConnectionReport): string {
  if (report.ok) {
    // A short unit may end in a period, as in German, and then the sentence would end with two.
    const values = { datasets: shownNumber(report.datasets), lifetime: shownDuration(report.tokenSeconds, 'long') };
    return sharedText(report.synthetic ? 'test.sandbox' : 'test.connected', values);
  }
  if (report.problem === 'settings') return errorText({ code: 'SOIL_CONFIG', message: report.message });
  const { host, address, found } = report;
  // Without an audience, the service URL is the audience.
  const field = report.problem !== 'audience' ? report.field : $('#node-config-input-audience').val() === '' ? 'baseUrl' : 'audience';
  const status = report.status ?? '';
  const values = { host, status, address: address || host, field: sharedText(`label.${field}`), found: sharedText(`test.found.${found}`, { status }) };
  const words = sharedText(`test.${report.problem}`, values);
  return report.detail && report.problem !== 'secretNeeded' ? `${words} (${report.detail})` : words;
}
