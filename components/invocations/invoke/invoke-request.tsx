"use client";

import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "@/components/ui/copy-button";
import type { InvocationCreate } from "@/lib/contract/invocations";
import { formatCount } from "@/lib/format/numbers";
import { sessionQueries } from "@/lib/queries/session";
import { curlOf } from "./invoke-curl.ts";
import { invokeRequestTexts } from "./invoke-messages.ts";

const maxShown = 2_000;

/** The request as a command to copy. The reader sets the token. */
export function InvokeRequest({ body }: { body: InvocationCreate | undefined }) {
  const connection = useQuery(sessionQueries.connection());
  const baseUrl = connection.data?.data.base_url;
  const command = body && baseUrl ? curlOf(baseUrl, body) : undefined;
  const hidden = Math.max(0, (command?.length ?? 0) - maxShown);
  return (
    <section aria-labelledby="invoke-request" className="min-w-0 rounded-md border border-line bg-sunk">
      <div className="flex h-8 items-center gap-2 border-b border-line pr-1 pl-3">
        <h2 id="invoke-request" className="min-w-0 flex-1 truncate text-label font-medium text-ink-2">
          {invokeRequestTexts.asCurlCommand}
        </h2>
        {command === undefined ? null : <CopyButton text={command} label={invokeRequestTexts.copyAsCurl} />}
      </div>
      <div className="max-h-72 min-h-28 overflow-auto p-3">
        {command === undefined ? (
          <p className="text-label text-ink-3">
            {connection.error
              ? invokeRequestTexts.apiAddressNotLoaded
              : body === undefined
                ? invokeRequestTexts.completeFieldsFirst
                : invokeRequestTexts.loadingApiAddress}
          </p>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre tabIndex={0} className="font-mono text-label leading-[18px] break-all whitespace-pre-wrap">
              {command.slice(0, maxShown)}
              {hidden > 0 ? "…" : ""}
            </pre>
            <p className="mt-2 text-caption text-ink-3">
              {invokeRequestTexts.setYourToken(hidden, formatCount(hidden))}
            </p>
          </>
        )}
      </div>
    </section>
  );
}
