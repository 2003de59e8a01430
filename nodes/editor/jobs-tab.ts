import type { JobsAnswer } from '../admin/admin-answers';
import { askAdmin } from './admin-call';
import { lazyPart, sayMissing } from './lazy-part';
import type { JobsList } from './resources/jobs-list';
import { sharedText } from './words/shared-text';

const TAB = 'soil-jobs';
const ACTION = 'soil-data:show-jobs-tab';
const INSTANCE = 'subflow:';

/** Ends the activity of the current tab. */
let stop = (): void => undefined;

/** Adds the sidebar with the jobs of this Node-RED. Its content is loaded when the tab is shown for the first time. */
export function addJobsTab(): void {
  const content = $('<div class="soil-jobs-tab">').css('height', '100%');
  let list: JobsList | undefined;
  let isRemoved = false;
  let begun = false;
  const fill = (): void => {
    if (begun) return;
    begun = true;
    lazyPart('jobs-list')
      .then(({ JobsList }) => {
        if (isRemoved) return;
        list = new JobsList(content.empty()[0] as HTMLElement, {
          read: () => askAdmin<JobsAnswer>('jobs'),
          act: (what, body) => askAdmin(`jobs/${what}`, body),
          copy: (text, button) => RED.clipboard.copyText(text, $(button), 'clipboard.copyMessageValue'),
          nodeName,
          reveal: (id) => RED.view.reveal(inEditor(id)?.id ?? id),
          mayAct: () => RED.user?.hasPermission('soil-data.write') ?? true,
        });
      })
      .catch(() => {
        begun = false;
        sayMissing(content);
      });
  };
  RED.sidebar.addTab({
    id: TAB,
    label: sharedText('jobs.tab'),
    name: sharedText('jobs.label'),
    content,
    iconClass: 'fa fa-tasks',
    enableOnEdit: true,
    action: ACTION,
    onchange: fill,
  });
  // Without a label, the list of actions shows its id as words, in English.
  RED.actions.add(ACTION, () => RED.sidebar.show(TAB), { label: sharedText('jobs.show') });
  // The tab may be shown from the start, if it was when the editor was last open.
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    fill();
  });
  observer.observe(content[0] as HTMLElement);
  stop = () => {
    isRemoved = true;
    observer.disconnect();
    list?.stop();
  };
}

/** Removes the sidebar, and ends its reading. */
export function removeJobsTab(): void {
  stop();
  RED.sidebar.removeTab(TAB);
  RED.actions.remove(ACTION);
}

function nodeName(id: string): string | undefined {
  const node = inEditor(id);
  return node && RED.utils.getNodeLabel(node);
}

/** A node of a job. One in a subflow runs as `<instance>-<node>`: the editor knows, and shows, the instance. */
function inEditor(id: string): EditorNode | undefined {
  const node = RED.nodes.node(id);
  if (node) return node;
  for (let end = id.indexOf('-'); end > 0; end = id.indexOf('-', end + 1)) {
    const instance = RED.nodes.node(id.slice(0, end));
    if (instance?.type.startsWith(INSTANCE)) return instance;
  }
  return undefined;
}
