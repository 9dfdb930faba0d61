/** The list of someone's notifications, newest first. */
import { notificationsResponse } from "../contract/notification.ts";
import { requestJson, type SignedIn } from "./http.ts";

export const notificationsOf = async ({ cookie }: SignedIn) =>
  (await requestJson(notificationsResponse, "/auction/notifications", { cookie })).data;
export const kindsOf = async (person: SignedIn) => (await notificationsOf(person)).map(({ kind }) => kind);
/** The kinds and messages of someone's notifications. */
export const notificationTextsOf = async (person: SignedIn) =>
  (await notificationsOf(person)).map(({ kind, message }) => `${kind}: ${message}`);
