package dev.sluice.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Types are nouns of the domain; these parts of names say nothing.
final class Names {
    private static final Pattern TYPE =
            Pattern.compile(
                    "(?<![.\\w])(class|interface|enum)\\s+(\\w+)"
                            + "|(?<![.\\w])(record)\\s+(\\w+)\\s*[(<]");
    private static final Pattern EMPTY =
            Pattern.compile("Abstract[A-Z].*|.*(Impl|Manager|Helper|Utils?|Service|DTO|Dto)");
    private static final Pattern I_PREFIX = Pattern.compile("I[A-Z][a-z].*");

    private Names() {}

    static List<Finding> types(Source source) {
        var findings = new ArrayList<Finding>();
        var matcher = TYPE.matcher(source.code());
        while (matcher.find()) {
            var name = matcher.group(2) == null ? matcher.group(4) : matcher.group(2);
            boolean isInterface = "interface".equals(matcher.group(1));
            if (EMPTY.matcher(name).matches() || isInterface && I_PREFIX.matcher(name).matches()) {
                findings.add(source.finding(matcher.start(), "a name that says nothing: " + name));
            }
        }
        return findings;
    }
}
