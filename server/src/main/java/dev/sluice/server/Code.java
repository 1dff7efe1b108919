package dev.sluice.server;

/// Every problem that an answer can name. A code never changes; its texts are for people.
///
/// Each row: status, then title and detail in English, then title and detail in Simplified Chinese.
/// A detail may have a place `%s` for what [Problem] adds.
enum Code {
    INVALID(400, "Invalid request", "%s", "请求无效", "%s"),
    NO_SESSION(401, "Not logged in", "Log in first.", "未登录", "请先登录。"),
    NOT_OPERATOR(
            401,
            "Not an operator",
            "This call needs the operator key or an operator session.",
            "不是运营人员",
            "此操作需要运营密钥或运营会话。"),
    CSRF_MISSING(
            403,
            "CSRF header missing",
            "A call by cookie that changes something needs the header X-Sluice-CSRF.",
            "缺少 CSRF 请求头",
            "使用 Cookie 的修改操作需要请求头 X-Sluice-CSRF。"),
    OTP_WRONG(
            403,
            "Wrong code",
            "The one-time code is wrong, used up or expired. Ask for a new one.",
            "验证码错误",
            "验证码错误、已用完或已过期，请重新获取。"),
    LOGIN_FAILED(403, "Login failed", "Phone or password is wrong.", "登录失败", "手机号或密码错误。"),
    CHALLENGE_FAILED(
            403,
            "Challenge failed",
            "The answer is wrong, or the challenge is used up or expired. Ask for a new one.",
            "验证未通过",
            "答案错误，或验证已使用或已过期，请重新获取。"),
    PASS_INVALID(
            403,
            "Pass not valid",
            "The pass is not yours, is not for this offer or has expired.",
            "通行证无效",
            "通行证不属于您、不适用于此商品或已过期。"),
    SIGNATURE_INVALID(
            403, "Signature not valid", "The signature does not fit the body.", "签名无效", "签名与内容不符。"),
    SWITCHED_OFF(
            403,
            "Switched off",
            "The operator has switched this off for now.",
            "功能已关闭",
            "运营人员已暂时关闭此功能。"),
    NOT_FOUND(404, "Not found", "There is nothing at this address.", "未找到", "此地址没有内容。"),
    NO_SUCH_SALE(404, "No such sale", "There is no such sale.", "活动不存在", "没有这个活动。"),
    NO_SUCH_OFFER(404, "No such offer", "There is no such offer.", "商品不存在", "没有这个秒杀商品。"),
    NO_SUCH_CLAIM(404, "No such claim", "You have no such claim.", "请求不存在", "您没有这个抢购请求。"),
    NO_SUCH_ORDER(404, "No such order", "You have no such order.", "订单不存在", "您没有这个订单。"),
    NO_SUCH_PRODUCT(404, "No such product", "There is no such product.", "产品不存在", "没有这个产品。"),
    NO_SUCH_PAYMENT(404, "No such payment", "There is no such payment.", "支付不存在", "没有这笔支付。"),
    NO_SUCH_CHALLENGE(
            404,
            "No such challenge",
            "The challenge is unknown, used up or expired.",
            "验证不存在",
            "验证不存在、已使用或已过期。"),
    METHOD_NOT_ALLOWED(
            405,
            "Method not allowed",
            "This address does not know that method; see Allow.",
            "方法不允许",
            "此地址不支持该方法，请参见 Allow。"),
    PHONE_TAKEN(
            409,
            "Phone taken",
            "There is a buyer with this phone already. Log in instead.",
            "手机号已注册",
            "该手机号已注册，请直接登录。"),
    NOT_OPEN(409, "Not open yet", "The sale has not opened yet.", "尚未开始", "活动尚未开始。"),
    CLOSED(409, "Closed", "The sale is over.", "已结束", "活动已结束。"),
    PAUSED(409, "Paused", "The sale is paused. Try again soon.", "已暂停", "活动已暂停，请稍后再试。"),
    OVER_LIMIT(
            409,
            "Over your limit",
            "That would be more units of this offer than one buyer may have.",
            "超出限购",
            "超出了每位买家的限购数量。"),
    ORDER_ENDED(
            409, "Order has ended", "The order is not unpaid any more.", "订单已结束", "订单已不是待支付状态。"),
    WRONG_STATE(
            409,
            "Not in this state",
            "That is not possible in the state %s.",
            "当前状态不允许",
            "在状态 %s 下无法执行此操作。"),
    IN_USE(409, "In use", "It is in use and cannot be deleted.", "正在使用", "正在使用，无法删除。"),
    SOLD_OUT(410, "Sold out", "All units are gone for now.", "已售罄", "商品已售罄。"),
    RATE_LIMITED(
            429,
            "Too many requests",
            "Slow down; Retry-After says for how long.",
            "请求过于频繁",
            "请稍后再试，等待时间见 Retry-After。"),
    GATE_FULL(
            429,
            "Gate is full",
            "As many passes are out as may be. Try again soon.",
            "入口已满",
            "当前发放的通行证已达上限，请稍后再试。"),
    INTERNAL(
            500,
            "Internal error",
            "Something is wrong on our side. Please report the number %s.",
            "内部错误",
            "服务器内部错误，请反馈编号 %s。"),
    OVERLOADED(
            503,
            "Overloaded",
            "More is going on than can be handled. Try again in a moment.",
            "系统繁忙",
            "当前请求过多，请稍后再试。"),
    UNAVAILABLE(
            503,
            "Unavailable",
            "Something that is needed does not answer. The same call again is safe.",
            "暂不可用",
            "所需的服务没有响应，可以安全地重试同一请求。");

    private final int status;
    private final String[] titles;
    private final String[] details;

    Code(int status, String titleEn, String detailEn, String titleZh, String detailZh) {
        this.status = status;
        this.titles = new String[] {titleEn, titleZh};
        this.details = new String[] {detailEn, detailZh};
    }

    int status() {
        return status;
    }

    String title(Lang lang) {
        return titles[lang.ordinal()];
    }

    /// The detail as it stands, with its place for an argument.
    String detail(Lang lang) {
        return details[lang.ordinal()];
    }

    /// Whether an answer with this code says when to come again.
    boolean hasRetryAfter() {
        return status == 429 || status == 503;
    }
}
