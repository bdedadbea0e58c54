"use client";

import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import { shortId } from "@/lib/format/short-id";
import { pictureMutations } from "@/lib/queries/pictures";
import { deletePicturesTexts } from "./picture-on-demand-messages.ts";

/** Deletes all pictures of a session after a confirmation. */
export function DeletePictures({ sessionId }: { sessionId: string }) {
  const [open, setOpen] = useState(false);
  const remove = useMutation(pictureMutations.deleteOf());
  return (
    <>
      <IconButton label={deletePicturesTexts.deletePictures} size="icon-sm" onClick={() => setOpen(true)}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={deletePicturesTexts.deletePicturesQuestion}
        effect={deletePicturesTexts.deletesForEveryone(shortId(sessionId))}
        confirmLabel={deletePicturesTexts.deletePicturesConfirm}
        reason="optional"
        draft={`delete-pictures-${sessionId}`}
        onConfirm={async (reason) => {
          await remove.mutateAsync({ sessionId, reason });
          notify.done(deletePicturesTexts.picturesDeleted, shortId(sessionId));
        }}
      />
    </>
  );
}
