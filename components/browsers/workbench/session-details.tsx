import dynamic from "next/dynamic";
import { captureTexts } from "@/components/browser-options/browser-option-on-demand-messages";
import { captureCategories } from "@/components/browser-options/capture-categories";
import { DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { loadPart } from "@/components/ui/load-part";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Browser } from "@/lib/contract/browsers";
import { capturedCategories } from "@/lib/contract/telemetry";
import { formatChosenDuration } from "@/lib/format/duration";
import { sessionName } from "@/lib/format/session-name";
import { formatViewport } from "@/lib/format/viewport";
import { modes } from "../list/browser-state.ts";
import { EditBrowserButton } from "./edit-browser-button.tsx";
import { sessionDetailsTexts } from "./workbench-on-demand-messages.ts";

const CdpAddressButton = dynamic(
  loadPart(() => import("./cdp-address.tsx").then((module) => module.CdpAddressButton)),
  { ssr: false, loading: () => <span className="inline-block h-6" /> },
);

/**
 * The fields of a session, each with the API's name in its tooltip. Missing fields are left out, and what the header of its
 * page says: its proxy and profile, and the timeout of one that has not ended.
 */
export function SessionDetails({ browser, ended }: { browser: Browser; ended: boolean }) {
  const { viewport, persistence } = browser;
  const mode = modes(browser).join(", ");
  const tags = Object.entries(browser.tags ?? {});
  return (
    <section aria-labelledby="session-details">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 id="session-details" className="font-semibold">
          {sessionDetailsTexts.details}
        </h2>
        {ended ? null : <EditBrowserButton browser={browser} />}
      </div>
      <DescriptionList>
        {browser.name ? (
          <DescriptionItem name={sessionDetailsTexts.name} field="name">
            {browser.name}
          </DescriptionItem>
        ) : null}
        {tags.length === 0 ? null : (
          <DescriptionItem name={sessionDetailsTexts.tags} field="tags">
            {tags.map(([key, value]) => `${key}=${value}`).join(", ")}
          </DescriptionItem>
        )}
        {browser.start_url ? (
          <DescriptionItem name={sessionDetailsTexts.startAddress} field="start_url">
            <span className="font-mono text-label break-all">{browser.start_url}</span>
          </DescriptionItem>
        ) : null}
        <DescriptionItem name={sessionDetailsTexts.created} field="created_at">
          <RelativeTime at={browser.created_at} />
        </DescriptionItem>
        {browser.deleted_at ? (
          <DescriptionItem name={sessionDetailsTexts.ended} field="deleted_at">
            <RelativeTime at={browser.deleted_at} />
          </DescriptionItem>
        ) : null}
        {ended && browser.timeout_seconds ? (
          <DescriptionItem name={sessionDetailsTexts.timeout} field="timeout_seconds">
            {sessionDetailsTexts.withoutAClient(formatChosenDuration(browser.timeout_seconds * 1_000))}
          </DescriptionItem>
        ) : null}
        {viewport ? (
          <DescriptionItem name={sessionDetailsTexts.window} field="viewport">
            <span className="font-mono text-label">{formatViewport(viewport)}</span>
          </DescriptionItem>
        ) : null}
        {mode === "" ? null : (
          <DescriptionItem name={sessionDetailsTexts.mode} field="headless, stealth, kiosk_mode">
            {mode}
          </DescriptionItem>
        )}
        <DescriptionItem name={sessionDetailsTexts.captured} field="telemetry">
          {capturedText(browser) || sessionDetailsTexts.nothing}
        </DescriptionItem>
        {ended ? null : (
          <DescriptionItem name={sessionDetailsTexts.cdpAddress} field="cdp_ws_url">
            <CdpAddressButton id={browser.session_id} name={sessionName(browser)} />
          </DescriptionItem>
        )}
        {persistence ? (
          <DescriptionItem name={sessionDetailsTexts.persistence} field="persistence">
            {persistence.id}
          </DescriptionItem>
        ) : null}
      </DescriptionList>
    </section>
  );
}

/** The captured categories of telemetry, as the form that chooses them names them. */
const capturedText = ({ telemetry }: Browser): string => {
  const captured = new Set(capturedCategories(telemetry));
  return captureCategories
    .filter((category) => captured.has(category))
    .map((category) => captureTexts.categories[category])
    .join(", ");
};
