"use client";

import { useQuery } from "@tanstack/react-query";
import { Image } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { pictureQueries } from "@/lib/queries/pictures";
import { LastPicture } from "./last-picture.tsx";
import { lastPictureButtonTexts } from "./picture-messages.ts";
import { noRoleText } from "./picture-text.ts";
import { useMaySeePictures } from "./use-pictures.ts";

/** Shows the last picture of a session on demand. */
export function LastPictureButton({ sessionId }: { sessionId: string }) {
  return (
    <Popover
      label={lastPictureButtonTexts.lastPicture}
      className="w-120 p-3"
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={lastPictureButtonTexts.lastPictureOf(sessionId)}
          className="row-act"
        >
          <Image />
        </Button>
      }
    >
      <LastPictureOf sessionId={sessionId} />
    </Popover>
  );
}

function LastPictureOf({ sessionId }: { sessionId: string }) {
  const may = useMaySeePictures();
  const { data, error, refetch, isFetching } = useQuery({
    ...pictureQueries.last(sessionId),
    enabled: may === true,
  });
  const picture = data?.items[0];
  if (may === false) return <p className="text-ink-2">{noRoleText}</p>;
  if (picture !== undefined) return <LastPicture picture={picture} />;
  if (error !== null)
    return (
      <ErrorState
        error={error}
        title={lastPictureButtonTexts.pictureNotLoaded}
        shape="strip"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (data === undefined) return <Skeleton className="h-30 w-48" />;
  return <p className="text-ink-2">{lastPictureButtonTexts.noPicturesOfThisBrowser}</p>;
}
