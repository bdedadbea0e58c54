// An audited act as a sentence: who did what to which object.
import { type AuditedAct, actOutcomes, type BatchParts, restOfTarget, targetOfEnd } from "../bff/audit.ts";
import { failureCause } from "./failure-messages.ts";
import { formatCount } from "./numbers.ts";
import { idPattern, shortId } from "./short-id.ts";

interface ActVerb {
  /** The verb for a done act, and for one that was tried. `{}` is the object. */
  readonly done: string;
  readonly tried: string;
}

const verb = (done: string, tried: string): ActVerb => ({ done, tried });

/** What each audited operation does. */
const verbs: ReadonlyMap<string, ActVerb> = new Map(
  Object.entries({
    createInvocation: verb("invoked {}", "invoke {}"),
    createDeployment: verb("deployed {}", "deploy {}"),
    updateInvocation: verb("cancelled invocation {}", "cancel invocation {}"),
    createBrowser: verb("started browser {}", "start browser {}"),
    updateBrowser: verb("edited browser {}", "edit browser {}"),
    deleteBrowser: verb("ended browser {}", "end browser {}"),
    startReplay: verb("started a recording of browser {}", "start a recording of browser {}"),
    stopReplay: verb("stopped a recording of browser {}", "stop a recording of browser {}"),
    downloadReplay: verb("opened a recording of browser {}", "open a recording of browser {}"),
    killProcess: verb("sent a signal to a process of browser {}", "send a signal to a process of browser {}"),
    // Viewed, followed in a log pane or downloaded: the content has left the browser in any case.
    readFile: verb("read a file of browser {}", "read a file of browser {}"),
    downloadDirectoryZip: verb("downloaded a folder of browser {}", "download a folder of browser {}"),
    moveFile: verb("moved a file of browser {}", "move a file of browser {}"),
    uploadBrowserExtensions: verb("loaded extensions into browser {}", "load extensions into browser {}"),
    spawnProcess: verb("ran a command in browser {}", "run a command in browser {}"),
    writeFile: verb("wrote a file of browser {}", "write a file of browser {}"),
    createDirectory: verb("created a folder of browser {}", "create a folder of browser {}"),
    deleteFile: verb("deleted a file of browser {}", "delete a file of browser {}"),
    deleteDirectory: verb("deleted a folder of browser {}", "delete a folder of browser {}"),
    revealCdpAddress: verb("showed the CDP address of browser {}", "show the CDP address of browser {}"),
    openLiveView: verb("watched browser {}", "watch browser {}"),
    exportEvidence: verb("exported browser {}", "export browser {}"),
    deleteStoredLog: verb("deleted a stored log of {}", "delete a stored log of {}"),
    listPictures: verb("viewed pictures of browser {}", "view pictures of browser {}"),
    deletePictures: verb("deleted the pictures of browser {}", "delete the pictures of browser {}"),
    createProxy: verb("created proxy {}", "create proxy {}"),
    updateProxy: verb("renamed proxy {}", "rename proxy {}"),
    deleteProxy: verb("deleted proxy {}", "delete proxy {}"),
    checkProxy: verb("checked proxy {}", "check proxy {}"),
    setProxySchedule: verb("set the schedule of proxy checks {}", "set the schedule of proxy checks {}"),
    createPool: verb("created pool {}", "create pool {}"),
    deletePool: verb("deleted pool {}", "delete pool {}"),
    acquireBrowser: verb("acquired a browser from pool {}", "acquire a browser from pool {}"),
    releaseBrowser: verb("released a browser to pool {}", "release a browser to pool {}"),
    flushPool: verb("flushed pool {}", "flush pool {}"),
    updatePool: verb("edited pool {}", "edit pool {}"),
    setPoolRate: verb("set the fill rate of pool {}", "set the fill rate of pool {}"),
    createProfile: verb("created profile {}", "create profile {}"),
    updateProfile: verb("renamed profile {}", "rename profile {}"),
    deleteProfile: verb("deleted profile {}", "delete profile {}"),
    downloadProfile: verb("downloaded profile {}", "download profile {}"),
    setEvidenceSettings: verb("edited the evidence settings {}", "edit the evidence settings {}"),
    resetEvidenceSettings: verb("reset the evidence settings {}", "reset the evidence settings {}"),
    exportTimeline: verb("exported the timeline", "export the timeline"),
    exportActs: verb("exported the audit", "export the audit"),
    createAnnotation: verb("added a mark", "add a mark"),
    deleteAnnotation: verb("deleted mark {}", "delete mark {}"),
    setFailureGroup: verb("changed the state of failure {}", "change the state of failure {}"),
    pinInventory: verb("pinned {}", "pin {}"),
    unpinInventory: verb("unpinned {}", "unpin {}"),
    closeAlert: verb("closed alert {}", "close alert {}"),
    createAlertRule: verb("added alert rule {}", "add alert rule {}"),
    createStarterRules: verb("added the starter alert rules", "add the starter alert rules"),
    updateAlertRule: verb("edited alert rule {}", "edit alert rule {}"),
    deleteAlertRule: verb("deleted alert rule {}", "delete alert rule {}"),
    muteAlertRule: verb("set the mute of alert rule {}", "set the mute of alert rule {}"),
    testAlertRule: verb("tested an alert rule", "test an alert rule"),
    createWebhook: verb("added webhook {}", "add webhook {}"),
    updateWebhook: verb("edited webhook {}", "edit webhook {}"),
    deleteWebhook: verb("deleted webhook {}", "delete webhook {}"),
    rotateWebhookSecret: verb("replaced the secret of webhook {}", "replace the secret of webhook {}"),
    testWebhook: verb("sent a test to webhook {}", "send a test to webhook {}"),
    createApiToken: verb("created API token {}", "create API token {}"),
    revokeApiToken: verb("revoked API token {}", "revoke API token {}"),
    createAccount: verb("created account {}", "create account {}"),
    updateAccount: verb("changed account {}", "change account {}"),
    resetAccount: verb("reset the password of {}", "reset the password of {}"),
    changePassword: verb("changed their password", "change their password"),
    proveIdentity: verb("confirmed their identity", "confirm their identity"),
    // Only in records of former versions.
    checkPassword: verb("confirmed their password", "confirm their password"),
    endSignIn: verb("ended a sign-in of {}", "end a sign-in of {}"),
    endOtherSignIns: verb("ended all their other sign-ins", "end all their other sign-ins"),
    signIn: verb("signed in", "sign in"),
    signOut: verb("signed out", "sign out"),
    createView: verb("saved view {}", "save view {}"),
    updateView: verb("edited view {}", "edit view {}"),
    deleteView: verb("deleted view {}", "delete view {}"),
  }),
);

/** The same on many, with `{}` in place of their number. */
const verbsOnMany: ReadonlyMap<string, ActVerb> = new Map(
  Object.entries({
    createInvocation: verb("started {} invocations", "start {} invocations"),
    updateInvocation: verb("cancelled {} invocations", "cancel {} invocations"),
    deleteBrowser: verb("ended {} browsers", "end {} browsers"),
    releaseBrowser: verb("released {} browsers", "release {} browsers"),
    checkProxy: verb("checked {} proxies", "check {} proxies"),
    deleteProxy: verb("deleted {} proxies", "delete {} proxies"),
  }),
);

const endedAsSucceeded = verb("ended invocation {}", "end invocation {}");

const verbOf = (action: string, target: string): ActVerb | undefined =>
  action === "updateInvocation" && target.endsWith(targetOfEnd("", "succeeded"))
    ? endedAsSucceeded
    : verbs.get(action);

/** The audited operations that have a text, by id. */
export const actionsWithText: readonly string[] = [...verbs.keys()];

/** What an operation did, with `{}` in place of its object: `cancelled invocation {}`. */
export function actText(action: string, target: string, form: keyof ActVerb): string {
  const known = verbOf(action, target) ?? verb(`used ${action} on {}`, `use ${action} on {}`);
  return known[form];
}

const plain = (text: string) => text.replace("{}", "").trim();

/** An operation as a choice: `Check proxy`. The id of one without a text. */
export function formatActName(action: string): string {
  const text = plain(verbs.get(action)?.tried ?? action).replace(/ (of|to|from|into)$/, "");
  return verbs.has(action) ? text.charAt(0).toUpperCase() + text.slice(1) : action;
}

/** A sentence in parts. */
export interface ActParts {
  readonly actor: string;
  /** What was done, up to the object: `checked proxy`. */
  readonly act: string;
  /** The object: its name, else its short id with what of it is meant. Empty without one. */
  readonly object: string;
}

const madeByName: ReadonlySet<string> = new Set([
  "createInvocation",
  "createView",
  "createAlertRule",
  "createWebhook",
]);

/** What there is one of: the path of a refused call says nothing more. */
const single: ReadonlySet<string> = new Set([
  "setProxySchedule",
  "setEvidenceSettings",
  "resetEvidenceSettings",
]);

/** The object of an act as text. */
function objectText({ action, target, object, outcome }: AuditedAct): string {
  if (outcome === "refused" && single.has(action)) return "";
  // What is new has no id yet, but a name, or what it was made of; a refused call has its path.
  if (madeByName.has(action)) return target;
  // The key of a group of failures is one that nobody reads.
  if (object === null)
    return /\s/.test(target) ? target.replace(/^[\da-f]{32}(?= )/, (key) => shortId(key)) : shortId(target);
  // Pools and profiles may be addressed by their names.
  const isName = (object.kind === "pool" || object.kind === "profile") && !idPattern.test(object.id);
  const shown = object.name ?? (isName ? object.id : shortId(object.id));
  return `${shown}${restOfTarget(target, object.id)}`;
}

/** How many acts a batch has. */
export const countParts = (parts: BatchParts): number =>
  actOutcomes.reduce((sum, outcome) => sum + parts[outcome], 0);

/** How the acts of a batch ended: `38 ok, 2 failed`. Empty where all of them ended alike. */
export function formatParts(parts: BatchParts | undefined): string {
  const ended = parts === undefined ? [] : actOutcomes.filter((outcome) => parts[outcome] > 0);
  if (parts === undefined || ended.length < 2) return "";
  return ended.map((outcome) => `${formatCount(parts[outcome])} ${outcomeTexts[outcome]}`).join(", ");
}

/** What was done to many: `ended 40 browsers`. It was tried where it was done to none. */
function batchText({ action, outcome }: AuditedAct, parts: BatchParts): string {
  const count = formatCount(countParts(parts));
  const many = verbsOnMany.get(action);
  const one = verbs.get(action) ?? verb(action, action);
  const text = (form: keyof ActVerb) =>
    many === undefined ? `${plain(one[form])} ${count} times` : many[form].replace("{}", count);
  if (outcome === "running") return `started to ${text("tried")}`;
  return parts.ok > 0 ? text("done") : `tried to ${text("tried")}`;
}

/** Who did what to which object. An act that is not known to be done was tried. */
export function actParts(act: AuditedAct): ActParts {
  const { action, outcome, parts } = act;
  const actor = act.actor === "" ? "someone" : act.actor;
  if (parts !== undefined) return { actor, act: batchText(act, parts), object: "" };
  const { done, tried } = verbOf(action, act.target) ?? verb(`${action} {}`, `${action} {}`);
  const text = outcome === "ok" ? done : outcome === "running" ? `started to ${tried}` : `tried to ${tried}`;
  return {
    actor,
    act: plain(text),
    object: text.includes("{}") || !verbs.has(action) ? objectText(act) : "",
  };
}

/** An act as one sentence: `admin checked proxy mobile-tokyo`. */
export function formatAct(act: AuditedAct): string {
  const { actor, act: text, object } = actParts(act);
  return [actor, text, object].filter((part) => part !== "").join(" ");
}

/** What was answered: the cause of a failure, else its status. Empty where there is neither. */
export const formatAnswer = ({ status, code }: Pick<AuditedAct, "status" | "code">): string =>
  code !== null ? failureCause(code) : status === null ? "" : `status ${status}`;

/** How an act ended, in words. */
export const outcomeTexts = {
  ok: "ok",
  failed: "failed",
  refused: "refused",
  unknown: "outcome unknown",
  running: "in progress",
} as const satisfies Record<AuditedAct["outcome"], string>;
