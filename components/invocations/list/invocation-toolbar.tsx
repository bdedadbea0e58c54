"use client";

import { Columns3 } from "lucide-react";
import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { Popover } from "@/components/ui/popover";
import { SearchBox } from "@/components/ui/search-box";
import { Skeleton } from "@/components/ui/skeleton";
import type { View } from "@/lib/bff/views";
import type { Invocation } from "@/lib/contract/invocations";
import { noFilters } from "./filter-fields.ts";
import { InvocationFilters } from "./invocation-filters.tsx";
import { invocationToolbarTexts } from "./invocation-list-messages.ts";
import { type InvocationSearchParams, viewQueryOf } from "./invocation-search-params.ts";

// Neither is needed for the first paint of the rows.
const InvocationColumnChooser = dynamic(
  loadPart(() => import("./invocation-column-chooser.tsx").then((module) => module.InvocationColumnChooser)),
  { ssr: false, loading: () => <Skeleton className="m-3 h-80" /> },
);
const SavedViews = dynamic(
  loadPart(() => import("./saved-views.tsx").then((module) => module.SavedViews)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-8 w-28" />,
  },
);

/** Saved views, filters and columns: which invocations the table shows, and how. */
export function InvocationToolbar({
  screen,
  rows,
  read,
  onChange,
  onOpenView,
}: {
  screen: InvocationSearchParams;
  rows: readonly Invocation[];
  /** The rows before the filters that are applied locally. */
  read: readonly Invocation[];
  onChange: (changes: Partial<InvocationSearchParams>, history?: "push" | "replace") => void;
  onOpenView: (view: View | undefined) => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SavedViews
        openId={screen.view}
        query={viewQueryOf(screen)}
        onOpen={onOpenView}
        onLeave={() => onChange({ view: undefined }, "replace")}
      />
      <SearchBox
        label={invocationToolbarTexts.findText}
        placeholder={invocationToolbarTexts.findInReasonPayloadOutput}
        className="w-44 max-w-64 grow-[3] max-sm:order-first max-sm:w-full max-sm:max-w-none"
        value={screen.text ?? ""}
        onCommit={(text) =>
          onChange({ text: text === "" ? undefined : text, offset: undefined, open: undefined }, "replace")
        }
      />
      <InvocationFilters
        screen={screen}
        read={read}
        onChange={(changes) => onChange({ ...changes, offset: undefined })}
        onClear={() => onChange({ ...noFilters, offset: undefined })}
      />
      <span className="flex-1 max-sm:hidden" />
      <Popover
        label={invocationToolbarTexts.columns}
        align="end"
        className="w-80"
        trigger={
          <Button>
            <Columns3 />
            <span className="max-sm:sr-only">{invocationToolbarTexts.columnsPart}</span>
          </Button>
        }
      >
        <InvocationColumnChooser
          places={screen.cols}
          rows={rows}
          onChange={(places) => onChange({ cols: places && [...places] }, "replace")}
        />
      </Popover>
    </div>
  );
}
