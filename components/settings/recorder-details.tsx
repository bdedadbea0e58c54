import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { AgeSince, RelativeTime } from "@/components/ui/relative-time";
import type {
  RecorderDuty,
  RecorderDutyName,
  RecorderList,
  RecorderListName,
  RecorderState,
} from "@/lib/bff/recorder";
import { failureCause } from "@/lib/format/failure-messages";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { formatRawRetention } from "./format-retention.ts";
import { partialReadMessage } from "./partial-read-message.ts";
import { recorderDetailsTexts } from "./setting-messages.ts";

/** Rows in order, with their heights. */
export const recorderDetails = [
  recorderDetailsTexts.state,
  recorderDetailsTexts.recordedBy,
  recorderDetailsTexts.invocationsRead,
  recorderDetailsTexts.poolsRead,
  recorderDetailsTexts.browsersRead,
  recorderDetailsTexts.proxiesRead,
  recorderDetailsTexts.profilesRead,
  recorderDetailsTexts.extensionsRead,
  recorderDetailsTexts.invocationsSince,
  recorderDetailsTexts.startedIn24H,
  recorderDetailsTexts.store,
  recorderDetailsTexts.kept,
].map((name) => ({ name, height: name === recorderDetailsTexts.recordedBy ? "h-6" : "h-5" }));

const listNames = {
  invocations: recorderDetailsTexts.invocationsRead,
  pools: recorderDetailsTexts.poolsRead,
  browsers: recorderDetailsTexts.browsersRead,
  proxies: recorderDetailsTexts.proxiesRead,
  profiles: recorderDetailsTexts.profilesRead,
  extensions: recorderDetailsTexts.extensionsRead,
} as const satisfies Record<RecorderListName, string>;
const dutyMessages = {
  cleaning: recorderDetailsTexts.deletingOldRecords,
  noting: recorderDetailsTexts.recordingSeenIds,
} as const satisfies Record<RecorderDutyName, string>;

/** Which instance records, the state of its lists, and the store's size. */
export function RecorderDetails({
  recorder,
  day,
}: {
  recorder: RecorderState;
  /** Records of the last 24 hours. */
  day: ReactNode;
}) {
  const { leader, store, retention } = recorder;
  return (
    <DescriptionList>
      <DescriptionItem name={recorderDetailsTexts.state}>
        <RecorderStatus recorder={recorder} />
        {recorder.duties.map((duty) => (
          <DutyState key={duty.duty} duty={duty} />
        ))}
      </DescriptionItem>
      <DescriptionItem name={recorderDetailsTexts.recordedBy}>
        {leader === null ? (
          <span className="text-ink-3">{recorderDetailsTexts.noReplicaIsRecording}</span>
        ) : (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <CopyableId id={leader.holder} what={recorderDetailsTexts.nameOfTheRecordingReplica} />
            <span className="text-ink-3">{recorderDetailsTexts.term(leader.here, leader.term)}</span>
          </span>
        )}
      </DescriptionItem>
      {recorder.lists.map((list) => (
        <DescriptionItem key={list.list} name={listNames[list.list]}>
          <ListState list={list} />
        </DescriptionItem>
      ))}
      <DescriptionItem name={recorderDetailsTexts.invocationsSince}>
        <RelativeTime at={recorder.complete_from_ms} empty={recorderDetailsTexts.olderOnesLoading} />
        {recorder.began_at_ms === null ? null : (
          <span className="text-ink-3">
            {recorderDetailsTexts.recordingFor}
            <AgeSince atMs={recorder.began_at_ms} />
          </span>
        )}
      </DescriptionItem>
      <DescriptionItem name={recorderDetailsTexts.startedIn24H}>{day}</DescriptionItem>
      <DescriptionItem name={recorderDetailsTexts.store}>
        {formatBytes(store.used_bytes ?? store.bytes)}
        <span className="text-ink-3">
          {store.max_bytes === null
            ? recorderDetailsTexts.limitedByAgeOnly(store.kind)
            : recorderDetailsTexts.ofLimitInStore(
                formatBytes(store.max_bytes),
                store.kind,
                formatBytes(store.bytes),
              )}
        </span>
        {store.trimmed === null ? null : (
          <span className="block text-warn">
            {recorderDetailsTexts.full}
            <RelativeTime at={store.trimmed.at_ms} />
            {recorderDetailsTexts.invocationsThatStartedBefore}
            <RelativeTime at={store.trimmed.before_ms} />
            {recorderDetailsTexts.wereDeletedEarly}
          </span>
        )}
        {store.trimmed_ids_at_ms === null ? null : (
          <span className="block text-warn">
            {recorderDetailsTexts.full}
            <RelativeTime at={store.trimmed_ids_at_ms} />
            {recorderDetailsTexts.oldestDeletedEarly}
          </span>
        )}
        {store.over_bound ? <span className="block text-bad">{recorderDetailsTexts.overLimit}</span> : null}
      </DescriptionItem>
      <DescriptionItem name={recorderDetailsTexts.kept}>
        {retention.days} d
        <span className="text-ink-3">
          {recorderDetailsTexts.samplesAndAudit(formatRawRetention(retention), retention.audit_days)}
        </span>
      </DescriptionItem>
    </DescriptionList>
  );
}

/** Empty while the duty succeeds and does not pause. */
function DutyState({ duty: { duty, failing_since_ms: failingSinceMs, code, lost } }: { duty: RecorderDuty }) {
  return (
    <>
      {failingSinceMs === null ? null : (
        <span className="block text-bad">
          {recorderDetailsTexts.failingFor(dutyMessages[duty])}
          <AgeSince atMs={failingSinceMs} /> · {code === null ? "–" : failureCause(code)}
        </span>
      )}
      {failingSinceMs !== null || code === null ? null : (
        <span className="block text-warn">
          {recorderDetailsTexts.paused(dutyMessages[duty], failureCause(code))}
        </span>
      )}
      {lost === 0 ? null : (
        <span className="block text-warn">
          {recorderDetailsTexts.notRecordedSinceStart(dutyMessages[duty], formatCount(lost))}
        </span>
      )}
    </>
  );
}

function ListState({ list }: { list: RecorderList }) {
  if (!list.offered)
    return (
      <span className="text-ink-3">
        {recorderDetailsTexts.notOfferedByThisApi}
        {list.last_good_at_ms === null ? null : (
          <>
            {recorderDetailsTexts.lastRead}
            <RelativeTime at={list.last_good_at_ms} />
          </>
        )}
      </span>
    );
  const partly = partialReadMessage(list);
  return (
    <>
      <RelativeTime at={list.last_good_at_ms} empty={recorderDetailsTexts.notYet} />
      {list.failing_since_ms === null ? null : (
        <span className="block text-bad">
          {recorderDetailsTexts.failingForPart}
          <AgeSince atMs={list.failing_since_ms} /> · {list.code === null ? "–" : failureCause(list.code)}
        </span>
      )}
      {list.behind === null ? null : (
        <span className="block text-ink-2">
          {recorderDetailsTexts.loadingOlderOnesBackTo}
          <RelativeTime at={list.behind.to_ms} />
          {list.behind.reached_ms === null ? null : (
            <>
              {recorderDetailsTexts.reached}
              <RelativeTime at={list.behind.reached_ms} />
            </>
          )}
        </span>
      )}
      {partly === undefined ? null : <span className="block text-warn">{partly}</span>}
      {list.skipped === 0 ? null : (
        <span className="block text-warn">{recorderDetailsTexts.skippedTooLarge(list.skipped)}</span>
      )}
    </>
  );
}

const looks = {
  recording: { tone: "ok", glyph: "disc", label: recorderDetailsTexts.recording },
  behind: { tone: "running", glyph: "half", label: recorderDetailsTexts.catchingUp },
  failing: { tone: "bad", glyph: "cross", label: recorderDetailsTexts.failing },
  off: { tone: "warn", glyph: "dash", label: recorderDetailsTexts.off },
} as const;

/** The recorder's state, and for how long it is not healthy. */
function RecorderStatus({ recorder }: { recorder: RecorderState }) {
  const { label, ...look } = looks[recorder.status];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge {...look}>{label}</Badge>
      {recorder.since_ms === null ? null : (
        <span className="text-ink-3">
          {recorderDetailsTexts.for}
          <AgeSince atMs={recorder.since_ms} />
        </span>
      )}
    </span>
  );
}
