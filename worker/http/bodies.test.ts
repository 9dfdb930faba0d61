import { expect, it, vi } from "vitest";

import { MAX_IMAGE_BYTES } from "../contract/images/image-formats.ts";
import { expectRefusal, expectRefusalIn, request, signupFields, someoneSignedIn } from "../testing/http.ts";
import { aFile, aFileOfParts, aPng } from "../testing/images.ts";
import { listingFields } from "../testing/selling.ts";

const postWith = (body: BodyInit, contentType = "application/json") => ({
  method: "POST",
  body,
  headers: { "content-type": contentType },
});
const KIB = 1_024;

it("T8: a JSON call with a content type other than application/json is rejected", async () => {
  const body = JSON.stringify({ email: "a@example.com", password: "Password1" });
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "text/json", ""]) {
    await expectRefusal("unsupported_media_type", 415, "/auth/login", postWith(body, type));
  }
  await expectRefusal("invalid_credentials", 401, "/auth/login", postWith(body, "application/json; charset=utf-8"));
});

it("the error for a rejected JSON call says what's wrong with its body", async () => {
  const body = JSON.stringify({ email: "a@example.com", password: "Password1" });
  const utf16 = Uint8Array.from(
    Array.from(`\uFEFF${body}`).flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  );
  const jsonType = "application/json";
  const cases: readonly (readonly [BodyInit, Record<string, string>, number, RegExp])[] = [
    ["email=a", { "content-type": "application/x-www-form-urlencoded" }, 415, /as application\/json/],
    [body, { "content-type": "application/json; charset=utf-16" }, 415, /UTF-8/],
    [utf16, { "content-type": jsonType }, 400, /UTF-8/],
    [body, { "content-type": jsonType, "content-encoding": "gzip" }, 415, /without a Content-Encoding/],
    [" ", { "content-type": jsonType }, 400, /empty/],
    ['{"a":1,"a":1}', { "content-type": jsonType }, 400, /twice/],
    ["[[[[[[]]]]]]", { "content-type": jsonType }, 400, /nested too deeply/],
  ];
  for (const [sentBody, headers, status, sentence] of cases) {
    const code = status === 415 ? "unsupported_media_type" : "malformed_request";
    const refusal = await expectRefusal(code, status, "/auth/login", { method: "POST", body: sentBody, headers });
    expect(refusal.message).toMatch(sentence);
  }
});

it("a JSON call may start with a byte order mark and declare its charset", async () => {
  const body = JSON.stringify({ email: "a@example.com", password: "Password1" });
  const types = ["application/json", "application/json;charset=UTF-8", 'Application/JSON; Charset="utf-8"'];
  for (const type of types) {
    for (const text of [body, `\uFEFF${body}`]) {
      await expectRefusal("invalid_credentials", 401, "/auth/login", postWith(new TextEncoder().encode(text), type));
    }
  }
});

it("a JSON call that can't be parsed is rejected", async () => {
  for (const body of ["", "{", "{'email':1}", "{}{}", "nonsense", '{"email":"\\x"}']) {
    await expectRefusal("malformed_request", 400, "/auth/login", postWith(body));
  }
});

it("invalid UTF-8 in a JSON call is replaced, with or without a declared length", async () => {
  const bytes = Uint8Array.of(...new TextEncoder().encode('{"email":"a'), 0xff, ...new TextEncoder().encode('"}'));
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  for (const body of [bytes, chunked]) await expectRefusal("invalid_input", 400, "/auth/login", postWith(body));
});

it("T15: a JSON call with duplicate or dangerous keys or deep nesting is rejected", async () => {
  const hostile = [
    '{"email":"a@example.com","email":"b@example.com","password":"Password1"}',
    '{"email":"a@example.com","\\u0065mail":"b@example.com"}',
    '{"__proto__":{"role":"Admin"}}',
    '{"\\u005f_proto__":{}}',
    '{"a":{"constructor":1}}',
    `${'{"a":'.repeat(6)}1${"}".repeat(6)}`,
    "[[[[[[]]]]]]",
  ];
  for (const body of hostile) await expectRefusal("malformed_request", 400, "/auth/login", postWith(body));
});

it("a JSON call may repeat a name in different objects and hold braces in strings", async () => {
  const body = '{"a":{"b":1},"c":[{"b":2},{"b":"}{[\\"b\\":"}]}';
  await expectRefusal("invalid_input", 400, "/auth/login", postWith(body));
});

it("a JSON call that isn't an object is rejected", async () => {
  for (const body of ["null", "1", "[]", '"text"'])
    await expectRefusal("invalid_input", 400, "/auth/login", postWith(body));
});

it("a JSON call above 16 KiB is rejected, with a declared or a counted length", async () => {
  const largestBody = JSON.stringify({ filler: "x".repeat(16 * KIB - 13) });
  expect(largestBody).toHaveLength(16 * KIB);
  await expectRefusal("invalid_input", 400, "/auth/login", postWith(largestBody));
  await expectRefusal("payload_too_large", 413, "/auth/login", postWith(`${largestBody} `));
  const stream = new Blob([`${largestBody} `]).stream();
  await expectRefusal("payload_too_large", 413, "/auth/login", postWith(stream));
});

it("T8: a form that isn't multipart is rejected", async () => {
  const call = postWith(new URLSearchParams(signupFields()).toString(), "application/x-www-form-urlencoded");
  await expectRefusal("unsupported_media_type", 415, "/auth/signup", call);
  await expectRefusal("unsupported_media_type", 415, "/auth/signup", postWith("{}"));
});

it("a form that can't be parsed is rejected", async () => {
  await expectRefusal("malformed_request", 400, "/auth/signup", postWith("nonsense", "multipart/form-data"));
  await expectRefusal(
    "malformed_request",
    400,
    "/auth/signup",
    postWith("nonsense", "multipart/form-data; boundary=x"),
  );
});

it("a form has the same parts no matter how it is split in transit", async () => {
  const { cookie } = await someoneSignedIn();
  const form = new FormData();
  for (const [name, text] of Object.entries(listingFields())) form.append(name, text);
  form.append("image", aFile(aPng()));
  const formResponse = new Response(form);
  const headers = { "content-type": formResponse.headers.get("content-type") ?? "" };
  const bytes = new Uint8Array(await formResponse.arrayBuffer());
  for (const pieceSize of [1, 7, 64, bytes.length]) {
    const body = new ReadableStream({
      start(controller) {
        for (let offset = 0; offset < bytes.length; offset += pieceSize)
          controller.enqueue(bytes.slice(offset, offset + pieceSize));
        controller.close();
      },
    });
    const response = await request("/auction/createAuction", { method: "POST", headers, body, cookie });
    expect([pieceSize, response.status]).toEqual([pieceSize, 201]);
  }
});

it("a compressed form or another multipart type is rejected with a clear message", async () => {
  const type = "multipart/form-data; boundary=x";
  const gzip = { "content-type": type, "content-encoding": "gzip" };
  const mixed = { "content-type": "multipart/mixed; boundary=x" };
  for (const [headers, sentence] of [
    [gzip, /without a Content-Encoding/],
    [mixed, /as multipart\/form-data/],
  ] as const) {
    const call = { method: "POST", headers, body: "--x--" };
    expect((await expectRefusal("unsupported_media_type", 415, "/auth/signup", call)).message).toMatch(sentence);
  }
});

it("a form with a duplicate field or a field named __proto__ is rejected", async () => {
  const duplicateForm = new FormData();
  duplicateForm.append("email", "a@example.com");
  duplicateForm.append("email", "b@example.com");
  const proto = new FormData();
  proto.append("__proto__", "x");
  for (const body of [duplicateForm, proto]) {
    await expectRefusal("malformed_request", 400, "/auth/signup", { method: "POST", body });
  }
});

it("T15: a form that declares too large a length is rejected before it is read", async () => {
  const headers = {
    "content-type": "multipart/form-data; boundary=x",
    "content-length": String(MAX_IMAGE_BYTES * 2),
  };
  // Reading this body would never finish.
  const unread = new ReadableStream({ pull: () => new Promise<void>(() => {}) });
  const response = await request("/auth/signup", { method: "POST", headers, body: unread });
  await expectRefusalIn(response, "payload_too_large", 413);
});

it("T15: a form that declares no length is rejected once it exceeds the limit", async () => {
  const chunk = new Uint8Array(256 * KIB);
  let bytesSent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      bytesSent += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const response = await request("/auth/signup", { method: "POST", headers, body: endless });
  await expectRefusalIn(response, "payload_too_large", 413);
  expect(bytesSent).toBeLessThan(MAX_IMAGE_BYTES + KIB * KIB * 2);
});

it("T15: a form with too many parts or overlong text is rejected", async () => {
  const part = '--x\r\nContent-Disposition: form-data; name=""\r\n\r\n\r\n';
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const formDataSpy = vi.spyOn(Response.prototype, "formData");
  const body = `${part.repeat(200_000)}--x--`;
  await expectRefusal("malformed_request", 400, "/auth/signup", { method: "POST", headers, body });
  expect(formDataSpy).not.toHaveBeenCalled();
  formDataSpy.mockRestore();
  const form = signupFields({ firstName: "x".repeat(40 * KIB), lastName: "x".repeat(30 * KIB) });
  await expectRefusal("payload_too_large", 413, "/auth/signup", { method: "POST", form });
});

it("T15: a form with a bad image is rejected before the image is copied", async () => {
  const body = new FormData();
  body.set("image", aFile(aFileOfParts("JPEG", MAX_IMAGE_BYTES)));
  const onCopy = vi.fn<() => void>();
  vi.stubGlobal("File", onCopy);
  const { fields } = await expectRefusal("image_invalid", 422, "/auth/signup", { method: "POST", body });
  expect(fields).toEqual({
    image: ["This JPEG is damaged, or of a kind we can't read. Save it again as JPEG, PNG or WebP."],
  });
  expect(onCopy).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it("the Worker checks the session before it reads an image from a form", async () => {
  const form = { image: aFile(aPng()) };
  await expectRefusal("not_signed_in", 401, "/auction/createAuction", { method: "POST", form });
  const { cookie } = await someoneSignedIn();
  await expectRefusal("invalid_input", 400, "/auction/createAuction", { method: "POST", form, cookie });
});

it("T16: a form with text in place of an image is rejected", async () => {
  const form = signupFields({ image: "https://evil.test/pixel.png" });
  const { fields } = await expectRefusal("invalid_input", 400, "/auth/signup", { method: "POST", form });
  expect(fields).toEqual({ image: ["Send the photo as a file"] });
});
