// The acts of pages and sections that the palette lists.
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { WebhooksTab } from "@/components/alerts/webhooks-tab";
import { ExportActsMenu } from "@/components/audit/export-acts-menu";
import { FileUploadButton } from "@/components/browsers/files/file-upload";
import { DeployButton } from "@/components/invocations/deploy/deploy-button";
import { InvocationTableActions } from "@/components/invocations/list/invocation-table-actions";
import { SavedViews } from "@/components/invocations/list/saved-views";
import { StuckList } from "@/components/invocations/stuck/stuck-list";
import { ProfilesView } from "@/components/profiles/profiles-view";
import { CheckManyButton } from "@/components/proxies/check-many";
import { AccountsSection } from "@/components/settings/accounts/accounts-section";
import { ApiTokensSection } from "@/components/settings/api-tokens-section";
import { TimelineControls } from "@/components/timeline/timeline-controls";
import type { StuckInvocation } from "@/lib/bff/stuck-invocations";
import { proxyOf } from "@/tests/support/component/proxy-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { useOfferedActions } from "./palette-actions.tsx";

function Offered() {
  return (
    <ul aria-label="Offered">
      {useOfferedActions().map(({ id, label }) => (
        <li key={id}>{label}</li>
      ))}
    </ul>
  );
}

const stuckInvocation: StuckInvocation = {
  id: "i1",
  app_name: "shop",
  action_name: "crawl",
  version: "v1",
  started_at_ms: 0,
  limit_ms: 60_000,
  usual: null,
  basis: "limit",
};
const nothing = () => undefined;
const range = { fromMs: 0, toMs: 3_600_000 };

test.each<[ReactNode, string[]]>([
  [<DeployButton key="" />, ["Deploy…"]],
  [<CheckManyButton key="" proxies={[proxyOf("tokyo")]} all={undefined} />, ["Check all proxies"]],
  [<CheckManyButton key="" proxies={[]} all={undefined} />, []],
  [<WebhooksTab key="" />, ["Add webhook"]],
  [
    <TimelineControls
      key=""
      range={range}
      brush={undefined}
      preset={undefined}
      live
      onPreset={nothing}
      onLive={nothing}
      onWider={nothing}
    />,
    ["Add mark…", "Export the timeline"],
  ],
  [<ExportActsMenu key="" filters={{}} />, ["Export the audit as CSV", "Export the audit as JSON"]],
  [
    <InvocationTableActions key="" rows={[]} isPartOfMore={false} screen={{}} record={undefined} />,
    ["Export invocations…"],
  ],
  [<SavedViews key="" openId={undefined} query="" onOpen={nothing} onLeave={nothing} />, ["Save view…"]],
  [<FileUploadButton key="" id="s1" folder="/tmp" />, ["Upload files…"]],
  [<ProfilesView key="" />, ["Create profile…"]],
  [<AccountsSection key="" />, ["Create account…"]],
  // None of several in a list is the one in front.
  [
    <>
      <StuckList stuck={{ items: [stuckInvocation], total: 1 }} />
      <ApiTokensSection />
    </>,
    ["Create token"],
  ],
  [<ApiTokensSection key="" />, ["Create token"]],
])("%#", async (view, labels) => {
  const screen = await renderView(
    <>
      {view}
      <Offered />
    </>,
    { bff: emptyBff() },
  );
  const offered = screen.getByRole("list", { name: "Offered" });
  await expect
    .poll(() => [...offered.element().children].map(({ textContent }) => textContent))
    .toEqual(labels);
});
