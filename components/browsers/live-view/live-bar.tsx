import { PanelTop, PictureInPicture2 } from "lucide-react";
import type { ReactNode } from "react";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { addressText } from "@/components/pictures/picture-text";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import type { Picture } from "@/lib/bff/pictures";
import { visibleMarks } from "@/lib/format/visible-marks";
import { liveBarTexts } from "./live-view-messages.ts";
import type { LiveViewState } from "./use-live-view.ts";

/** The bar above the screen: what is shown, and the buttons that change it. */
export function LiveBar({
  live: { view, pending, show },
  picture,
  size,
  floating,
  onFloat,
  onDock,
  onClose,
  children,
}: {
  live: LiveViewState;
  /** The last stored one. */
  picture: Picture | undefined;
  /** The size of the screen as text; undefined: not shown. */
  size: string | undefined;
  floating: boolean;
  onFloat: () => void;
  onDock: () => void;
  onClose: () => void;
  /** At the beginning of the bar. */
  children?: ReactNode;
}) {
  const formatTime = useLogTime();
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-raised px-2.5 py-1 text-label">
      {children}
      {view === undefined ? (
        picture === undefined ? (
          <span className="text-ink-3">{liveBarTexts.liveView}</span>
        ) : (
          <>
            {picture.url === "" ? null : (
              <span title={visibleMarks(picture.url)} className="min-w-0 truncate font-mono">
                {addressText(picture.url)}
              </span>
            )}
            <span className="flex-1" />
            <span className="text-ink-3 tabular-nums">
              {liveBarTexts.lastPicture(formatTime(picture.at_ms, "second"))}
            </span>
          </>
        )
      ) : (
        <>
          <Badge tone={view.control ? "warn" : "ok"} glyph={view.control ? "half" : "disc"}>
            {view.control ? liveBarTexts.inControl : liveBarTexts.watching}
          </Badge>
          {view.control ? <span className="text-ink-3">{liveBarTexts.othersMayBeInControl}</span> : null}
        </>
      )}
      {size === undefined || (view === undefined && picture !== undefined) ? null : (
        <span className="font-mono text-ink-3">{size}</span>
      )}
      {view === undefined ? null : (
        <>
          <span className="flex-1" />
          <Button
            size="sm"
            pending={pending}
            hint={view.control ? undefined : liveBarTexts.othersMayBeInControl}
            onClick={() => void show(!view.control)}
          >
            {view.control ? liveBarTexts.releaseControl : liveBarTexts.takeControl}
          </Button>
          <IconButton
            label={floating ? liveBarTexts.dockLiveView : liveBarTexts.floatOverLogs}
            size="icon-sm"
            onClick={floating ? onDock : onFloat}
          >
            {floating ? <PanelTop /> : <PictureInPicture2 />}
          </IconButton>
          <Button size="sm" variant="ghost" onClick={onClose}>
            {liveBarTexts.close}
          </Button>
        </>
      )}
    </div>
  );
}
