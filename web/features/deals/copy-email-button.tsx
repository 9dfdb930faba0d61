import { Copy } from "lucide-react";
import { useState } from "react";

import { Button } from "../../ui/button.tsx";

/** Copies an email address, and says whether that worked. */
export function CopyEmailButton({ email }: { email: string }) {
  const [note, setNote] = useState("");
  const showNote = (words: string) => () => setNote(words);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => void copyText(email).then(showNote("Address copied"), showNote("Select the address to copy it"))}
      >
        <Copy aria-hidden className="size-4" />
        Copy address
      </Button>
      <output className="self-center text-sm text-muted">{note}</output>
    </>
  );
}

/** Also fails over plain HTTP, where browsers have no clipboard API. */
async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
