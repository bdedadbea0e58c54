"use client";

import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Popover } from "@/components/ui/popover";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { readFailure } from "@/lib/format/error-message";
import { failureCause } from "@/lib/format/failure-messages";
import { proxyCheckButtonTexts } from "./proxy-messages.ts";
import { useProxyCheck } from "./use-proxy-check.ts";

/** Checks one proxy. A failure of the call is shown beside the button; its details open on a click. */
export function ProxyCheckButton({
  id,
  name,
  size = "sm",
}: {
  id: string;
  name: string;
  size?: "sm" | "md";
}) {
  const { pending, failure, check } = useProxyCheck(id);
  const disabledReason = useRoleReason("operator");
  return (
    <span className="inline-flex min-w-0 items-center justify-end gap-2">
      {failure === undefined ? null : (
        <Popover
          label={proxyCheckButtonTexts.whyTheCheckOfFailed(name)}
          align="end"
          className="w-96 p-2"
          trigger={
            <button
              type="button"
              aria-label={proxyCheckButtonTexts.checkFailed(failureCause(readFailure(failure).code))}
              title={proxyCheckButtonTexts.notChecked}
              className="inline-flex h-6 shrink-0 items-center gap-1 rounded-md px-1 text-label text-bad hover:bg-bad-bg pointer-coarse:h-9"
            >
              <StatusGlyph glyph="cross" />
              {proxyCheckButtonTexts.failed}
            </button>
          }
        >
          <ErrorState
            shape="strip"
            error={failure}
            title={proxyCheckButtonTexts.wasNotChecked(name)}
            onRetry={check}
            retrying={pending}
          />
        </Popover>
      )}
      <Button
        size={size}
        pending={pending}
        disabledReason={disabledReason}
        aria-label={pending ? proxyCheckButtonTexts.checking(name) : proxyCheckButtonTexts.check(name)}
        className="row-act pointer-coarse:h-9 pointer-coarse:px-3"
        onClick={check}
      >
        {pending ? proxyCheckButtonTexts.checkingLabel : proxyCheckButtonTexts.checkLabel}
      </Button>
    </span>
  );
}
