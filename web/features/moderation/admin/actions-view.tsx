import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";

import { id } from "../../../../worker/contract/fields.ts";
import { ADMIN_ACTION_NAMES, adminActionName } from "../../../../worker/contract/moderation.ts";
import { type ActionsFilter, adminActionsQuery } from "../../../api/admin.ts";
import { Button } from "../../../ui/button.tsx";
import { DateTime } from "../../../ui/date-time.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { fullName } from "../../../ui/full-name.ts";
import { ACTION_TEXTS } from "../action-texts.ts";
import { AdminList } from "./admin-list.tsx";
import { useUrlFilter } from "./use-url-filter.ts";

const ALL_OPTION = { value: "", label: "All action types" };
const OPTIONS = [ALL_OPTION, ...ADMIN_ACTION_NAMES.map((name) => ({ value: name, label: ACTION_TEXTS[name].label }))];

/** All admin actions, with target, time and reason. Can be filtered by kind, admin or target. */
export function ActionsView() {
  const [params, change] = useUrlFilter();
  const filter = filterOf(params);
  const list = useInfiniteQuery(adminActionsQuery(filter));
  const actions = list.data?.pages.flatMap((page) => page.actions) ?? [];
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <div className="w-full sm:w-56">
          <Select
            aria-label="Filter actions"
            options={OPTIONS}
            value={filter.action ?? ""}
            onChange={(value) => change("action", value)}
          />
        </div>
        {filter.by !== undefined && (
          <Button variant="secondary" onClick={() => change("by", "")}>
            All admins
          </Button>
        )}
        {filter.target !== undefined && (
          <Button variant="secondary" onClick={() => change("target", "")}>
            All actions
          </Button>
        )}
      </div>
      <AdminList
        label="Actions"
        query={list}
        rows={actions.map(({ _id, action, by, at, reason, target }) => (
          <li key={_id} className="px-4 py-3 text-sm break-words sm:px-5">
            <p>
              <span className="font-medium">{fullName(by)}</span> {ACTION_TEXTS[action].pastVerb}{" "}
              <span className="font-medium">{target.name}</span>: {reason}
            </p>
            <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
              <DateTime iso={at} withTime />
              <button
                type="button"
                className="min-h-6 min-w-0 text-left break-words underline underline-offset-2"
                onClick={() => change("by", by._id)}
              >
                All actions by {fullName(by)}
              </button>
              <button
                type="button"
                className="min-h-6 min-w-0 text-left break-words underline underline-offset-2"
                onClick={() => change("target", target._id)}
              >
                All actions on {target.name}
              </button>
            </div>
          </li>
        ))}
        icon={ScrollText}
        empty={{
          title: Object.keys(filter).length > 0 ? "No action matches these filters" : "No admin actions yet",
        }}
      />
    </>
  );
}

/** Reads the URL, leaving out anything invalid. */
function filterOf(params: URLSearchParams): ActionsFilter {
  const action = adminActionName.safeParse(params.get("action"));
  const [by, target] = [id.safeParse(params.get("by")), id.safeParse(params.get("target"))];
  return {
    ...(action.success ? { action: action.data } : {}),
    ...(by.success ? { by: by.data } : {}),
    ...(target.success ? { target: target.data } : {}),
  };
}
