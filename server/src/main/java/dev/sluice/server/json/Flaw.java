package dev.sluice.server.json;

/// What can be wrong with a field. The texts follow the field's name and a colon.
public enum Flaw {
    MISSING("is missing", "缺失"),
    UNKNOWN("is not known here", "未知字段"),
    NOT_TEXT("must be text", "必须是文本"),
    NOT_INTEGER("must be an integer", "必须是整数"),
    NOT_FLAG("must be true or false", "必须是 true 或 false"),
    NOT_OBJECT("must be an object", "必须是对象"),
    NOT_LIST("must be a list", "必须是列表"),
    NOT_INSTANT("must be an instant such as 2030-01-31T12:00:00Z", "必须是如 2030-01-31T12:00:00Z 的时间"),
    NOT_CURRENCY("must be a currency of ISO 4217 such as CNY", "必须是 ISO 4217 货币代码，如 CNY"),
    BLANK("must not be blank", "不能为空白"),
    NOT_ID("is not an id", "不是有效的编号"),
    NOT_ONE_OF("must be one of %s", "必须是以下之一：%s"),
    BAD_CHARACTER("has a character that is not allowed", "含有不允许的字符"),
    BAD_LENGTH("must have %s to %s characters", "长度必须为 %s 到 %s 个字符"),
    BAD_SIZE("must have %s to %s entries", "必须有 %s 到 %s 项"),
    OUT_OF_RANGE("must be from %s to %s", "必须在 %s 到 %s 之间"),
    BAD_FORMAT("does not have the form %s", "格式不符合 %s"),
    NOT_CONFIGURED("names nothing that is configured here", "未在此处配置"),
    TOO_MANY("is one too many: at most %s are allowed", "超过了上限 %s"),
    TWICE("appears more than once", "重复出现"),
    NOT_JSON("is not a JSON object in UTF-8", "不是 UTF-8 编码的 JSON 对象"),
    TOO_DEEP("is nested too deeply", "嵌套过深"),
    TOO_LARGE("is larger than %s bytes", "超过 %s 字节"),
    NOT_DECODABLE("has a bad percent-encoding", "百分号编码有误"),
    NOT_HTTP("is not a well-formed HTTP request", "不是格式正确的 HTTP 请求"),
    BELOW("must not be below %s", "不能低于 %s"),
    NOT_AFTER("must be after %s", "必须晚于 %s"),
    NAMES_NOTHING("refers to something that does not exist", "所指的内容不存在"),
    NOT_SAME_AS("must be the same as %s", "必须与 %s 相同"),
    FIXED("cannot change once the sale is published", "活动发布后不可更改"),
    ONLY_LATER("may only move to later once the sale is published", "活动发布后只能推迟"),
    USED("was used before for something else", "已用于其他操作"),
    PASSED("has passed already", "已经过去"),
    NOT_FOR_THIS("must be %s for this, and is %s", "须为 %s 才能执行此操作，当前为 %s");

    private final String english;
    private final String chinese;

    Flaw(String english, String chinese) {
        this.english = english;
        this.chinese = chinese;
    }

    /// A sentence for people on what is wrong with this field.
    String text(Lang lang, String field, Object... arguments) {
        return switch (lang) {
            case EN -> field + " " + english.formatted(arguments) + ".";
            case ZH -> field + "：" + chinese.formatted(arguments) + "。";
        };
    }
}
