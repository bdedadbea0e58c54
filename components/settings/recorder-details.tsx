import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import type {
  RecorderDuty,
  RecorderDutyName,
  RecorderList,
  RecorderListName,
  RecorderState,
} from "@/lib/bff/recorder";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { formatRawRetention } from "./format-retention.ts";
import { partialReadMessage } from "./partial-read-message.ts";

/** Rows in order, with their heights. */
export const recorderDetails = [
  "State",
  "Recorded by",
  "Invocations read",
  "Pools read",
  "Browsers read",
  "Proxies read",
  "Profiles read",
  "Extensions read",
  "Invocations since",
  "Started in 24 h",
  "Store",
  "Kept",
].map((name) => ({ name, height: name === "Recorded by" ? "h-6" : "h-5" }));

const listNames = {
  invocations: "Invocations read",
  pools: "Pools read",
  browsers: "Browsers read",
  proxies: "Proxies read",
  profiles: "Profiles read",
  extensions: "Extensions read",
} as const satisfies Record<RecorderListName, string>;
const dutyMessages = {
  cleaning: "deleting old records",
  noting: "recording seen ids",
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
      <DescriptionItem name="State">
        <RecorderStatus recorder={recorder} />
        {recorder.duties.map((duty) => (
          <DutyState key={duty.duty} duty={duty} />
        ))}
      </DescriptionItem>
      <DescriptionItem name="Recorded by">
        {leader === null ? (
          <span className="text-ink-3">no replica is recording</span>
        ) : (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <CopyableId id={leader.holder} what="name of the recording replica" />
            <span className="text-ink-3">
              {leader.here ? "this replica" : "another replica"} · term {leader.term}
            </span>
          </span>
        )}
      </DescriptionItem>
      {recorder.lists.map((list) => (
        <DescriptionItem key={list.list} name={listNames[list.list]}>
          <ListState list={list} />
        </DescriptionItem>
      ))}
      <DescriptionItem name="Invocations since">
        <RelativeTime at={recorder.complete_from_ms} empty="older ones loading" />
        {recorder.began_at_ms === null ? null : (
          <span className="text-ink-3">
            {" "}
            · recording since <RelativeTime at={recorder.began_at_ms} />
          </span>
        )}
      </DescriptionItem>
      <DescriptionItem name="Started in 24 h">{day}</DescriptionItem>
      <DescriptionItem name="Store">
        {formatBytes(store.bytes)}
        <span className="text-ink-3">
          {store.max_bytes === null
            ? ` in ${store.kind}, limited by age only`
            : ` of ${formatBytes(store.max_bytes)} in the ${store.kind}`}
        </span>
        {store.trimmed === null ? null : (
          <span className="block text-warn">
            full <RelativeTime at={store.trimmed.at_ms} />: invocations that started before{" "}
            <RelativeTime at={store.trimmed.before_ms} /> were deleted early
          </span>
        )}
        {store.trimmed_ids_at_ms === null ? null : (
          <span className="block text-warn">
            full <RelativeTime at={store.trimmed_ids_at_ms} />: the oldest ended resources without a pin were
            deleted early
          </span>
        )}
        {store.over_bound ? (
          <span className="block text-bad">
            over its limit. Raise RETENTION_MAX_MB or lower RETENTION_DAYS
          </span>
        ) : null}
      </DescriptionItem>
      <DescriptionItem name="Kept">
        {retention.days} d
        <span className="text-ink-3">
          {" "}
          · samples {formatRawRetention(retention)} · audit {retention.audit_days} d
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
          {dutyMessages[duty]}: failing since <RelativeTime at={failingSinceMs} /> · {code}
        </span>
      )}
      {failingSinceMs !== null || code === null ? null : (
        <span className="block text-warn">
          {dutyMessages[duty]}: paused · {code}
        </span>
      )}
      {lost === 0 ? null : (
        <span className="block text-warn">
          {dutyMessages[duty]}: {formatCount(lost)} not recorded since this replica started
        </span>
      )}
    </>
  );
}

function ListState({ list }: { list: RecorderList }) {
  if (!list.offered)
    return (
      <span className="text-ink-3">
        not offered by this API
        {list.last_good_at_ms === null ? null : (
          <>
            {" "}
            ; last read <RelativeTime at={list.last_good_at_ms} />
          </>
        )}
      </span>
    );
  const partly = partialReadMessage(list);
  return (
    <>
      <RelativeTime at={list.last_good_at_ms} empty="not yet" />
      {list.failing_since_ms === null ? null : (
        <span className="block text-bad">
          failing since <RelativeTime at={list.failing_since_ms} /> · {list.code}
        </span>
      )}
      {list.behind === null ? null : (
        <span className="block text-ink-2">
          loading older ones back to <RelativeTime at={list.behind.to_ms} />
          {list.behind.reached_ms === null ? null : (
            <>
              , reached <RelativeTime at={list.behind.reached_ms} />
            </>
          )}
        </span>
      )}
      {partly === undefined ? null : <span className="block text-warn">{partly}</span>}
      {list.skipped === 0 ? null : <span className="block text-warn">{list.skipped} skipped: too large</span>}
    </>
  );
}

const looks = {
  recording: { tone: "ok", glyph: "disc", label: "recording" },
  behind: { tone: "running", glyph: "half", label: "catching up" },
  failing: { tone: "bad", glyph: "cross", label: "failing" },
  off: { tone: "warn", glyph: "dash", label: "off" },
} as const;

/** The recorder's state, and since when it is not healthy. */
function RecorderStatus({ recorder }: { recorder: RecorderState }) {
  const { label, ...look } = looks[recorder.status];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge {...look}>{label}</Badge>
      {recorder.since_ms === null ? null : (
        <span className="text-ink-3">
          since <RelativeTime at={recorder.since_ms} />
        </span>
      )}
    </span>
  );
}
