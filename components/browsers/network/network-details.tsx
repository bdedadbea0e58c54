"use client";

import { EllipsisVertical, X } from "lucide-react";
import type { ReactNode } from "react";
import type { FormatLogTime } from "@/components/log-pane/use-log-time";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { copyText } from "@/components/ui/copy-text";
import { Menu, MenuItem } from "@/components/ui/menu";
import { notify } from "@/components/ui/toast";
import { hiddenValue } from "@/lib/bff/hidden-value";
import { formatJson } from "@/lib/format/format-json";
import { formatBytes } from "@/lib/format/numbers";
import { visibleMarks } from "@/lib/format/visible-marks";
import { curlOf } from "@/lib/telemetry/curl";
import { type HeaderList, type NetworkRequest, sizeOf } from "@/lib/telemetry/network-requests";
import { requestStatus } from "@/lib/telemetry/request-text";
import { networkDetailsTexts } from "./network-messages.ts";

/** A request in full: times, headers, the stored part of its body, posted data. */
export function NetworkDetails({
  request,
  linkOf,
  onClose,
  formatTime,
}: {
  request: NetworkRequest;
  /** The absolute URL of the request; undefined: it has none. */
  linkOf: () => string | undefined;
  onClose: () => void;
  formatTime: FormatLogTime;
}) {
  const { method, url, startMs, endMs, error, statusText, postData } = request;
  const { text, isBad } = requestStatus(request);
  const timeOf = (ms: number | undefined) => (ms === undefined ? "…" : formatTime(ms, "ms"));
  return (
    <section
      aria-label={networkDetailsTexts.request}
      className="@container flex h-[45%] min-h-48 shrink-0 flex-col border-t border-line-strong bg-raised"
    >
      <header className="flex min-h-9 items-center gap-x-3 border-b border-line py-1 pr-2 pl-3 text-label">
        <Badge tone={isBad ? "bad" : "neutral"} glyph={isBad ? "cross" : undefined} className="shrink-0">
          {text}
        </Badge>
        <span className="min-w-0 flex-1 truncate font-mono" title={visibleMarks(url)}>
          {method} <Value text={url} />
        </span>
        <span className="shrink-0 font-mono whitespace-nowrap text-ink-3 tabular-nums @max-lg:hidden">
          {timeOf(startMs)} – {timeOf(endMs)}
        </span>
        <span className="flex shrink-0 items-center">
          <RequestMenu request={request} linkOf={linkOf} />
          <IconButton label={networkDetailsTexts.closeRequestEsc} size="icon-sm" onClick={onClose}>
            <X />
          </IconButton>
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <div tabIndex={0} className="focus-inset min-h-0 flex-1 overflow-y-auto">
        <div className="grid text-label @lg:min-h-full @lg:grid-cols-2">
          <div className="grid min-w-0 content-start gap-3 p-3">
            {error === undefined ? null : (
              <Part title={request.isCanceled ? networkDetailsTexts.canceled : networkDetailsTexts.failed}>
                <p className="font-mono wrap-anywhere">{error}</p>
              </Part>
            )}
            <p className="font-mono text-ink-3 tabular-nums @lg:hidden">
              {timeOf(startMs)} – {timeOf(endMs)}
            </p>
            <Headers
              title={networkDetailsTexts.responseHeaders}
              headers={request.responseHeaders}
              note={statusText}
            />
            <Headers title={networkDetailsTexts.requestHeaders} headers={request.requestHeaders} />
          </div>
          {postData === undefined && request.status === undefined ? null : (
            <div className="grid min-w-0 content-start gap-3 border-line p-3 @max-lg:border-t @lg:border-l">
              {postData === undefined ? null : (
                <Part
                  title={networkDetailsTexts.postedData}
                  action={<CopyButton text={postData} label={networkDetailsTexts.copyPostedData} />}
                >
                  <Body text={postData} />
                </Part>
              )}
              <ResponseBody request={request} />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function RequestMenu({ request, linkOf }: { request: NetworkRequest; linkOf: () => string | undefined }) {
  const copy = async (text: string | undefined, what: string) => {
    if (text !== undefined && (await copyText(text))) notify.done(networkDetailsTexts.copied(what));
  };
  return (
    <Menu
      trigger={
        <IconButton label={networkDetailsTexts.copy} size="icon-sm">
          <EllipsisVertical />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => void copy(request.url, networkDetailsTexts.theUrl)}>
        {networkDetailsTexts.copyUrl}
      </MenuItem>
      <MenuItem onSelect={() => void copy(curlOf(request), networkDetailsTexts.asCURL)}>
        {networkDetailsTexts.copyAsCURL}
      </MenuItem>
      <MenuItem onSelect={() => void copy(linkOf(), networkDetailsTexts.aLinkToTheRequest)}>
        {networkDetailsTexts.copyLink}
      </MenuItem>
    </Menu>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="flex min-h-6 items-center justify-between font-semibold">
        {title}
        {action}
      </h4>
      {children}
    </div>
  );
}

function Headers({
  title,
  headers,
  note,
}: {
  title: string;
  headers: HeaderList | undefined;
  note?: string | undefined;
}) {
  const entries = Object.entries(headers ?? {});
  if (entries.length === 0) return null;
  return (
    <Part title={title} action={note && <span className="font-normal text-ink-3">{note}</span>}>
      <dl className="grid grid-cols-[minmax(0,120px)_minmax(0,1fr)] gap-x-2 font-mono leading-5">
        {entries.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="truncate text-ink-3" title={visibleMarks(name)}>
              {visibleMarks(name.toLowerCase())}
            </dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              <Value text={String(value)} />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** The stored part of the body, and how much of it that is. */
function ResponseBody({ request }: { request: NetworkRequest }) {
  const { body, isCut, status } = request;
  if (status === undefined) return null;
  if (body === undefined || body === "")
    return (
      <Part title={networkDetailsTexts.responseBody}>
        <p className="text-ink-3">
          {sizeOf(request) === 0 ? networkDetailsTexts.empty : networkDetailsTexts.notStoredOnlyTextBodies}
        </p>
      </Part>
    );
  const total = sizeOf(request);
  const stored = new TextEncoder().encode(body).byteLength;
  const isBodyCut = isCut && (total === undefined || stored < total);
  const totalText = total === undefined ? "" : networkDetailsTexts.ofSize(formatBytes(total));
  return (
    <Part
      title={networkDetailsTexts.responseBody}
      action={<CopyButton text={body} label={networkDetailsTexts.copyResponseBody} />}
    >
      <Body text={body} />
      {isBodyCut ? (
        <p className="mt-2 border-t border-line pt-2 text-ink-3">
          {networkDetailsTexts.firstStored(formatBytes(stored), totalText)}
        </p>
      ) : null}
    </Part>
  );
}

function Body({ text }: { text: string }) {
  return (
    <pre className="font-mono leading-5 wrap-anywhere whitespace-pre-wrap">
      <Value text={isJson(text) ? formatJson(text) : text} />
    </pre>
  );
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A text of which hidden parts are named. */
function Value({ text }: { text: string }) {
  return text.split(hiddenValue).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    <span key={index}>
      {index === 0 ? null : <span className="text-ink-3">{networkDetailsTexts.hidden}</span>}
      {visibleMarks(part)}
    </span>
  ));
}
