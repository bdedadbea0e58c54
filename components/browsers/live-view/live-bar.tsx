import { PanelTop, PictureInPicture2 } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import type { LiveViewState } from "./use-live-view.ts";

/** The bar above the screen: what is shown, and the buttons that change it. */
export function LiveBar({
  live: { view, blocked, pending, show },
  size,
  floating,
  onFloat,
  onDock,
  onClose,
  children,
}: {
  live: LiveViewState;
  /** The size of the screen as text; undefined: not shown. */
  size: string | undefined;
  floating: boolean;
  onFloat: () => void;
  onDock: () => void;
  onClose: () => void;
  /** At the beginning of the bar. */
  children?: ReactNode;
}) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-raised px-2.5 py-1 text-label">
      {children}
      {view === undefined ? (
        <span className="text-ink-3">Live view</span>
      ) : (
        <Badge tone={view.control ? "warn" : "ok"} glyph={view.control ? "half" : "disc"}>
          {view.control ? "in control" : "watching"}
        </Badge>
      )}
      {size === undefined ? null : <span className="font-mono text-ink-3">{size}</span>}
      <span className="flex-1" />
      {view === undefined ? (
        <Button size="sm" pending={pending} disabledReason={blocked} onClick={() => void show(false)}>
          Watch live
        </Button>
      ) : (
        <>
          <Button size="sm" pending={pending} onClick={() => void show(!view.control)}>
            {view.control ? "Release control" : "Take control"}
          </Button>
          <IconButton
            label={floating ? "Put the live view back" : "Float over the logs"}
            size="icon-sm"
            onClick={floating ? onDock : onFloat}
          >
            {floating ? <PanelTop /> : <PictureInPicture2 />}
          </IconButton>
          <Button size="sm" variant="ghost" onClick={onClose}>
            Close
          </Button>
        </>
      )}
    </div>
  );
}
