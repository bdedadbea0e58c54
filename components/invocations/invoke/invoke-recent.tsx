"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { readFailure } from "@/lib/format/error-message";
import { invocationQueries } from "@/lib/queries/invocations";
import { invokeRecentTexts } from "./invoke-messages.ts";
import { previewOf, type RecentPayload, recentPayloads } from "./invoke-payloads.ts";

const limit = 100;

/** The payloads most recently used with this action. */
export function RecentPayloads({
  app,
  action,
  onChoose,
}: {
  app: string;
  action: string;
  onChoose: (chosen: RecentPayload) => void;
}) {
  if (app === "" || action === "")
    return (
      <Button size="sm" disabledReason={invokeRecentTexts.enterActionFirst}>
        {invokeRecentTexts.lastPayloads}
        <ChevronDown />
      </Button>
    );
  return (
    <Menu
      trigger={
        <Button size="sm">
          {invokeRecentTexts.lastPayloads}
          <ChevronDown />
        </Button>
      }
    >
      <Choices app={app} action={action} onChoose={onChoose} />
    </Menu>
  );
}

function Choices({
  app,
  action,
  onChoose,
}: {
  app: string;
  action: string;
  onChoose: (chosen: RecentPayload) => void;
}) {
  const { data, error } = useQuery(invocationQueries.list({ app_name: app, action_name: action, limit }));
  if (error) return <MenuLabel>{invokeRecentTexts.couldNotBeLoaded(readFailure(error).message)}</MenuLabel>;
  if (data === undefined) return <MenuLabel>{invokeRecentTexts.loading}</MenuLabel>;
  const recent = recentPayloads(data.items);
  if (recent.length === 0)
    return <MenuLabel>{invokeRecentTexts.noneHasPayload(limit, app, action)}</MenuLabel>;
  return (
    <>
      <MenuLabel>{invokeRecentTexts.fromTheNewestOf(data.items.length, app, action)}</MenuLabel>
      {recent.map((each) => (
        <MenuItem key={each.invocation.id} onSelect={() => onChoose(each)}>
          <span className="grid min-w-0 gap-0.5 py-0.5">
            <span className="flex items-center gap-2 text-label text-ink-3">
              <StatusBadge of="invocation" status={each.invocation.status} />
              <RelativeTime at={each.invocation.started_at} />
              {each.times > 1 ? <span>{invokeRecentTexts.times(each.times)}</span> : null}
            </span>
            <span className="truncate font-mono text-label">{previewOf(each.payload)}</span>
          </span>
        </MenuItem>
      ))}
    </>
  );
}
