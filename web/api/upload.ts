/** A multipart call that reports its progress. `fetch` can't do that, but XMLHttpRequest can. */

export type RawResponse = { status: number; body: unknown };

type Upload = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: FormData;
  onProgress: (fraction: number) => void;
};

export function upload({ method, url, headers, body, onProgress }: Upload): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => resolve({ status: request.status, body: request.response ?? undefined }));
    request.addEventListener("error", () => reject(new Error("the upload was cut off")));
    request.addEventListener("timeout", () => reject(new Error("the upload took too long")));
    request.send(body);
  });
}
